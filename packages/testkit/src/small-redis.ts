import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startRedis } from '@throughline/stack/redis'
import { sendToRedis } from './installation/stores.js'

export interface SmallRedis {
  url: string
  /** Fills it to the brim with what belongs to nobody here. */
  fill(): Promise<void>
  makeRoom(): Promise<void>
  /** How many commands it has refused for being full. */
  refusals(): Promise<number>
  stop(): Promise<void>
}

const MAXMEMORY_BYTES = 8 * 1024 * 1024

/** A Redis of the test's own with little memory, to be filled. */
export async function startSmallRedis(): Promise<SmallRedis> {
  const dir = await mkdtemp(join(tmpdir(), 'throughline-redis-'))
  const server = await startRedis({ dir })
  if (server === null) throw new Error('there is no redis-server on PATH')
  const run = (command: string) => sendToRedis(server.port, command)
  await run(`CONFIG SET maxmemory ${MAXMEMORY_BYTES}`)
  return {
    url: server.url,
    // One command alone may pass the limit: it is looked at before each.
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
