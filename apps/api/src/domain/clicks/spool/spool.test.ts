import { appendFile, mkdir, mkdtemp, readdir } from 'node:fs/promises'
import { readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { newUuidV7 } from '@throughline/core/lib/ids'
import type { NewClick } from '@throughline/db/clicks/clicks'
import { createLogger } from '@throughline/runtime/logger'
import { createRegistry } from '@throughline/runtime/metrics'
import { waitFor } from '@throughline/testkit/wait-for'
import { createClickMetrics } from '../click-metrics.js'
import { createClickStore } from '../click-writer.js'
import { drainSpool, type Drained } from './drain-spool.js'
import { createSpoolDrain } from './spool-drain.js'
import { openSpool, type Spool, type SpoolOptions } from './spool.js'
import { readSpoolLines, toSpoolLine } from './spool-line.js'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'throughline-spool-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const open = (options: Partial<SpoolOptions> = {}) =>
  openSpool({ directory, maxBytes: 1_000_000, database: 'db1', ...options })

const click = (more: Partial<NewClick> = {}): NewClick => ({
  id: newUuidV7(),
  projectId: '0d050fc7-3b28-465b-8932-08e6344d720f',
  linkId: 7,
  campaignId: null,
  source: 'link_host',
  platform: 'ios',
  osVersion: null,
  deviceModel: null,
  ipPrefixHash: Buffer.from([0, 1, 255, 10, 13]),
  visitorHash: null,
  userAgent: 'line\nbreak " \u2028 ü 😀',
  referer: null,
  country: null,
  params: { bytes: 'x', gclid: 'A+b%20' },
  fbclidCapturedAt: 1_700_000_000,
  uncountedReason: null,
  ...more,
})

/** Drains into a list; `onInsert` may throw as the database would. */
async function drain(spool: Spool, onInsert: (clicks: NewClick[]) => void = () => undefined) {
  const stored: NewClick[] = []
  const drained: Drained[] = []
  const unreadable: unknown[] = []
  const insert = (clicks: NewClick[]) => {
    onInsert(clicks)
    stored.push(...clicks)
    return Promise.resolve(clicks)
  }
  await drainSpool({
    spool,
    mayGoOn: () => true,
    insert,
    onDrained: (done) => drained.push(done),
    onUnreadable: (fault) => unreadable.push(fault),
  })
  return { stored, drained, unreadable }
}

const error = (code: string) => Object.assign(new Error(code), { code })

describe('a spool line', () => {
  it('restores every value', () => {
    const given = [click(), click({ ipPrefixHash: null })]
    expect(readSpoolLines(given.map(toSpoolLine).join(''))).toEqual({ clicks: given, damaged: 0 })
  })

  it('is skipped if it is torn or damaged, without affecting others', () => {
    const [first, second, third] = [click(), click(), click()].map(toSpoolLine)
    const text = `${first}${second?.replace('ios', 'iox')}${third}${first?.slice(0, 40)}`
    const { clicks, damaged } = readSpoolLines(text)
    expect([clicks.map(toSpoolLine), damaged]).toEqual([[first, third], 2])
  })
})

describe('the spool', () => {
  it('returns a click older than a day without browser data', async () => {
    const spool = open()
    const time = (Date.now() - 25 * 3_600_000).toString(16).padStart(12, '0')
    const id = `${time.slice(0, 8)}-${time.slice(8)}${newUuidV7().slice(13)}`
    const [late, young] = [click({ id }), click()]
    await spool.append([late, young])
    const { stored } = await drain(spool)
    expect(stored).toEqual([{ ...late, ipPrefixHash: null, userAgent: null }, young])
    await spool.close()
  })

  it('returns what was written, and leaves nothing behind', async () => {
    const spool = open()
    const given = Array.from({ length: 450 }, () => click())
    await spool.append(given.slice(0, 200))
    await spool.append(given.slice(200))
    expect(await spool.bytes()).toBeGreaterThan(0)
    const { stored, drained } = await drain(spool)
    expect(stored).toEqual(given)
    expect(drained).toEqual([{ written: 450, rejected: 0, damaged: 0 }])
    expect(await readdir(directory)).toEqual([])
    await spool.append([click()])
    expect((await drain(spool)).stored).toHaveLength(1)
    await spool.close()
  })

  it('has the click in its file before append resolves', async () => {
    const spool = open()
    const given = click()
    await spool.append([given])
    const [name = ''] = await readdir(directory)
    expect(await readFile(join(directory, name), 'utf8')).toBe(toSpoolLine(given))
    await spool.close()
  })

  it('begins a new file when one is long enough', async () => {
    const spool = open({ fileBytes: 1_000 })
    const given = Array.from({ length: 6 }, () => click())
    for (const one of given) await spool.append([one])
    expect((await readdir(directory)).length).toBeGreaterThan(2)
    expect((await drain(spool)).stored).toEqual(given)
    await spool.close()
  })

  it('rejects clicks beyond its limit, and accepts them again when there is room', async () => {
    const spool = open({ maxBytes: 3_000, fileBytes: 1_000 })
    const append = () => spool.append([click()])
    const fill = async () => {
      for (;;) await append()
    }
    await expect(fill()).rejects.toThrow('full')
    await expect(append()).rejects.toThrow('full')
    expect(await spool.bytes()).toBeLessThanOrEqual(3_000)
    await drain(spool)
    await append()
    await spool.close()
  })

  it('fails when the disk fails, and recovers with it', async () => {
    const path = join(directory, 'sub')
    await writeFile(path, 'no folder')
    const spool = open({ directory: path })
    await expect(spool.prepare()).rejects.toThrow()
    await expect(spool.append([click()])).rejects.toThrow()
    await rm(path)
    await spool.append([click()])
    expect((await drain(spool)).stored).toHaveLength(1)
    await spool.close()
  })

  it('rewrites lines of a file that was removed meanwhile', async () => {
    // A file's time has fractions of a millisecond, so it may be ahead of Date.now().
    const [writer, reader] = [open(), open({ foreignIdleMs: -1 })]
    const [first, second] = [click(), click()]
    await writer.append([first])
    const [file] = await reader.files()
    if (file === undefined) throw new Error('no file')
    // The reader has read the file before the writer continues, so what is written to the old file is lost.
    const taken = await reader.take(file)
    await writer.append([second])
    if (taken !== null) await reader.remove(taken)
    expect((await drain(writer)).stored).toEqual([second])
    await writer.close()
  })

  it('reads the files of a killed process, but none that another process still writes', async () => {
    const [dead, heir] = [open(), open()]
    const given = click()
    await dead.append([given])
    expect((await drain(heir)).stored).toEqual([])
    const [name = ''] = await readdir(directory)
    await appendFile(join(directory, name), toSpoolLine(click()).slice(0, 30))
    const longAgo = new Date(Date.now() - 60_000)
    await utimes(join(directory, name), longAgo, longAgo)
    const { stored, drained } = await drain(heir)
    expect([stored, drained]).toEqual([[given], [{ written: 1, rejected: 0, damaged: 1 }]])
    await dead.close()
  })

  it('lets only one process take a file', async () => {
    const writer = open()
    await writer.append([click()])
    const [file] = await writer.files()
    if (file === undefined) throw new Error('no file')
    const takers = Array.from({ length: 10 }, () => open().take(file))
    const taken = (await Promise.all(takers)).filter((one) => one !== null)
    expect(taken).toHaveLength(1)
    await writer.close()
  })

  it('ignores the files of another database', async () => {
    const other = open({ database: 'db2' })
    await other.append([click()])
    const spool = open({ foreignIdleMs: 0 })
    expect((await drain(spool)).stored).toEqual([])
    expect(await spool.bytes()).toBe(0)
    expect((await drain(other)).stored).toHaveLength(1)
    await other.close()
  })

  it('keeps the file when the database fails, and reads it again next time', async () => {
    const spool = open()
    const given = Array.from({ length: 500 }, () => click())
    await spool.append(given)
    let batches = 0
    const failing = drain(spool, () => {
      batches += 1
      if (batches === 2) throw error('ECONNREFUSED')
    })
    await expect(failing).rejects.toThrow('ECONNREFUSED')
    expect(batches).toBe(2)
    expect((await drain(spool)).stored).toEqual(given)
    await spool.close()
  })

  it('skips a file that cannot be read, and leaves it for the next time', async () => {
    const spool = open({ foreignIdleMs: -1_000 })
    await mkdir(join(directory, 'db1-0-00000001.clicks'))
    const given = click()
    await spool.append([given])
    for (const expected of [[given], []]) {
      const { stored, unreadable } = await drain(spool)
      expect(stored).toEqual(expected)
      expect(unreadable).toMatchObject([{ code: 'EISDIR' }])
    }
    await spool.close()
  })

  it('skips only a click whose data the database rejects', async () => {
    const spool = open()
    const given = Array.from({ length: 20 }, () => click())
    await spool.append(given)
    const bad = given[7]
    const { stored, drained } = await drain(spool, (clicks) => {
      if (clicks.some(({ id }) => id === bad?.id)) throw error('22P05')
    })
    expect(stored).toEqual(given.filter((one) => one !== bad))
    expect(drained).toEqual([{ written: 19, rejected: 1, damaged: 0 }])
    await spool.close()
  })
})

/** Dependencies of drains and stores, with a database that is never known to be unavailable. */
function partsOver(spool: Spool, insert: (clicks: NewClick[]) => Promise<unknown[]>) {
  const told: boolean[] = []
  let reports = 0
  const metrics = createClickMetrics({
    registry: createRegistry(),
    bytes: () => spool.bytes(),
    maxBytes: 1_000_000,
  })
  const deps = {
    spool,
    insert,
    metrics,
    logger: createLogger({ name: 'test', level: 'silent' }),
    breaker: { isAway: () => false, report: () => (reports += 1), close: () => undefined },
    onSpooling: (isSpooling: boolean) => told.push(isSpooling),
  }
  return { deps, told, reports: () => reports }
}

describe('the drain', () => {
  it('keeps clicks that are spooled while it finds the folder empty', async () => {
    const spool = open()
    let looks = 0
    const bytes = async () => {
      const found = await spool.bytes()
      looks += 1
      if (looks !== 2) return found
      await spool.append([click()])
      spoolDrain.noteSpooled(1)
      return found
    }
    const { deps, told } = partsOver({ ...spool, bytes }, (clicks) => Promise.resolve(clicks))
    const spoolDrain = createSpoolDrain(deps)
    await waitFor(async () => looks > 2 && (await readdir(directory)).length === 0, {
      what: 'the click to be drained at the next second, not after ten',
      timeoutMs: 6_000,
    })
    await waitFor(() => told.length === 2, { what: 'the end of it' })
    expect(told).toEqual([true, false])
    await spoolDrain.close()
    await spool.close()
  })
})

describe('clicks that the database is slow to store', () => {
  it('are on disk after half a second, and later ones until that statement ends', async () => {
    const spool = open()
    const slow = click()
    let resolveInsert: (rows: unknown[]) => void = () => undefined
    const stuck = new Promise<unknown[]>((resolve) => {
      resolveInsert = resolve
    })
    const insert = (clicks: NewClick[]) =>
      clicks.some(({ id }) => id === slow.id) ? stuck : Promise.resolve(clicks)
    const { deps, reports } = partsOver(spool, insert)
    const store = createClickStore(deps)
    const startedAtMs = performance.now()
    expect(await store.add(slow)).toBe('spooled')
    // Half a second, plus the delay of a busy machine.
    expect(performance.now() - startedAtMs).toBeLessThan(1_500)
    expect([await store.add(click()), reports()]).toEqual(['spooled', 1])
    resolveInsert([])
    await stuck
    expect([await store.add(click()), reports()]).toEqual(['stored', 1])
    await store.close()
  })
})
