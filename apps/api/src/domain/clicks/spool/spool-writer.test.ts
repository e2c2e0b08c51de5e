import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { openSpoolFolder, spoolFileName } from './spool-folder.js'
import { createSpoolWriter } from './spool-writer.js'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'throughline-spool-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

/** A writer to a disk that can be full: half of the written bytes still fit. */
function writerOn(disk: { isFull: boolean }) {
  const folder = openSpoolFolder(directory, 'db1')
  let number = 0
  return createSpoolWriter({
    folder: {
      ...folder,
      create: async (name) => {
        const file = await folder.create(name)
        const append = file.appendFile.bind(file)
        file.appendFile = async (lines) => {
          if (!disk.isFull) return append(lines)
          await append(lines.slice(0, lines.length / 2))
          throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
        }
        return file
      },
    },
    nextName: () => spoolFileName('db1', 'me', (number += 1)),
    maxBytes: 1_000_000,
    fileBytes: 100_000,
  })
}

describe('an appended line', () => {
  it('is on disk before it counts as written, and never in a file that is being drained', async () => {
    const folder = openSpoolFolder(directory, 'db1')
    const done: string[] = []
    const noting = <Result>(what: string, work: Promise<Result>) =>
      work.finally(() => done.push(what))
    let number = 0
    const writer = createSpoolWriter({
      folder: {
        ...folder,
        create: async (name) => {
          const file = await noting('create', folder.create(name))
          const [append, sync] = [file.appendFile.bind(file), file.datasync.bind(file)]
          file.appendFile = (lines) => noting('append', append(lines))
          file.datasync = () => noting('sync', sync())
          return file
        },
        has: (name, file) => noting('look', folder.has(name, file)),
      },
      nextName: () => spoolFileName('db1', 'me', (number += 1)),
      maxBytes: 1_000_000,
      fileBytes: 100_000,
    })
    for (const lines of ['one\n', 'two\n']) await writer.append(Buffer.from(lines))
    const write = ['append', 'sync', 'look']
    expect(done.splice(0)).toEqual(['create', ...write, ...write])
    expect(await folder.take(spoolFileName('db1', 'me', 1), 'db1-other-1.clicks')).toBe(true)
    await writer.append(Buffer.from('three\n'))
    expect(done).toEqual([...write, 'create', ...write])
    await writer.close()
  })
})

it('the spool’s folder and files are private', async () => {
  const own = join(directory, 'deep', 'spool')
  const file = await openSpoolFolder(own, 'db1').create('db1-me-1.clicks')
  await file.close()
  const modes = await Promise.all(
    [own, join(own, 'db1-me-1.clicks')].map(async (path) => (await stat(path)).mode & 0o777),
  )
  expect(modes).toEqual([0o700, 0o600])
})

describe('with the disk full', () => {
  it('clicks are rejected without leaving files, and accepted again when there is room', async () => {
    const disk = { isFull: false }
    const writer = writerOn(disk)
    await writer.append(Buffer.from('first\n'))
    disk.isFull = true
    for (let n = 0; n < 20; n += 1)
      await expect(writer.append(Buffer.from('lost\n'))).rejects.toThrow('no space left')
    const kept = await readdir(directory)
    expect(kept).toHaveLength(1)
    disk.isFull = false
    await writer.append(Buffer.from('last\n'))
    const names = await readdir(directory)
    const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')))
    expect(texts.toSorted()).toEqual(['first\nlo', 'last\n'])
    await writer.close()
  })
})
