import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startRedis } from '@throughline/stack/redis'
import { sendToRedis } from './installation/stores.js'

export interface SmallRedis {
  url: string
  /** Fills its memory with unrelated data. */
  fill(): Promise<void>
  makeRoom(): Promise<void>
  /** The number of commands rejected because the memory is full. */
  refusals(): Promise<number>
  stop(): Promise<void>
}

const MAXMEMORY_BYTES = 8 * 1024 * 1024

/** A separate Redis with little memory, for tests that fill it. */
export async function startSmallRedis(): Promise<SmallRedis> {
  const dir = await mkdtemp(join(tmpdir(), 'throughline-redis-'))
  const server = await startRedis({ dir })
  if (server === null) throw new Error('PATH contains no redis-server')
  const run = (command: string) => sendToRedis(server.port, command)
  await run(`CONFIG SET maxmemory ${MAXMEMORY_BYTES}`)
  return {
    url: server.url,
    // Redis checks the limit before each command, so a single command may exceed it.
    fill: () => run(`SETRANGE filler ${MAXMEMORY_BYTES} x`).then(() => undefined),
    makeRoom: () => run('DEL filler').then(() => undefined),
    refusals: async () => {
      const counts = await run('INFO errorstats')
      return Number(/errorstat_OOM:count=(\d+)/.exec(counts)?.[1] ?? 0)
    },
    stop: async () => {
      await server.stop(true)
      await rm(dir, { recursive: true, force: true })
    },
  }
}
