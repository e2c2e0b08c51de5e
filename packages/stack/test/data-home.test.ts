import { once } from 'node:events'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'

import { lockHome } from '../src/home-lock.js'
import { ensureSecretsKeys } from '../src/keys.js'
import { assertPortFree, isPortFree } from '../src/ports.js'
import { markProcess } from '../src/processes.js'
import { readStackFile, removeStackFile, writeStackFile } from '../src/stack-file.js'
import { killHard, makeScratch, runProgram, type Scratch } from './scratch.js'

let scratch: Scratch

beforeEach(async () => {
  scratch = await makeScratch()
})
afterEach(() => scratch.end())

describe('lockHome', () => {
  it('rejects a second stack on the same folder while the first one runs', async () => {
    const { child } = await runProgram(scratch, 'lock-owner.ts', [scratch.home])
    await expect(lockHome(scratch.home)).rejects.toThrow(
      `Throughline already runs on ${scratch.home} (process ${child.pid ?? 0})`,
    )
    await killHard(child)
    const lock = await lockHome(scratch.home)
    await lock.release()
    expect(await readdir(scratch.home)).toEqual([])
  })

  it('lets exactly one of many processes take the lock of a dead process', async () => {
    const dead = { pid: process.pid, startedAt: 'long ago' }
    for (let time = 0; time < 40; time += 1) {
      await writeFile(join(scratch.home, 'lock'), JSON.stringify(dead))
      const tries = await Promise.allSettled(
        Array.from({ length: 8 }, () => lockHome(scratch.home)),
      )
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await readdir(scratch.home)).toEqual(['lock'])
    }
  })
})

describe('assertPortFree', () => {
  it('names the variable of a port that is taken, and a port that is free', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const failure = await assertPortFree(port, 'PORT').catch(String)
    expect(failure).toContain(
      `Port ${port} is in use (PORT). Stop the other program or start with PORT=`,
    )
    expect(await isPortFree(Number(/PORT=(\d+)$/.exec(String(failure))?.[1]))).toBe(true)
    server.close()
    await once(server, 'close')
    await expect(assertPortFree(port, 'PORT')).resolves.toBeUndefined()
  })
})

describe('ensureSecretsKeys', () => {
  it('creates a key ring of 32 bytes once, readable by its owner only', async () => {
    const made = await ensureSecretsKeys(scratch.home)
    expect(made).toMatch(/^k1:/)
    expect(Buffer.from(made.slice(3), 'base64')).toHaveLength(32)
    expect(await ensureSecretsKeys(scratch.home)).toBe(made)
    expect((await stat(join(scratch.home, 'secrets-keys'))).mode & 0o777).toBe(0o600)
  })
})

describe('the stack file', () => {
  const addresses = {
    databaseUrl: 'postgresql://postgres:secret@127.0.0.1:1/throughline',
    redisUrl: null,
    publicUrl: 'http://localhost:3000',
    linkBaseHost: 'links.acme.com',
    workerUrl: 'http://localhost:3001',
  }

  it('is read while one of its processes runs', async () => {
    const stack = { ...addresses, processes: { launcher: markProcess(process.pid) } }
    await writeStackFile(scratch.home, stack)
    expect(await readStackFile(scratch.home)).toEqual(stack)
    expect((await stat(join(scratch.home, 'stack.json'))).mode & 0o777).toBe(0o600)
    await removeStackFile(scratch.home)
    expect(await readStackFile(scratch.home)).toBeNull()
  })

  it('is ignored when its process ids belong to other programs', async () => {
    const processes = { launcher: { pid: process.pid, startedAt: 'long ago' } }
    await writeStackFile(scratch.home, { ...addresses, processes })
    expect(await readStackFile(scratch.home)).toBeNull()
  })

  it('is ignored when it is truncated', async () => {
    await writeFile(join(scratch.home, 'stack.json'), '{"databaseUrl": "postg')
    expect(await readStackFile(scratch.home)).toBeNull()
  })
})
