import { mkdir, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '@throughline/stack/ports'
import { createDatabaseIfMissing, startPostgres } from '@throughline/stack/postgres'
import { startRedis, type RedisServer } from '@throughline/stack/redis'
import { migrateDatabase } from '@throughline/db/migrations/migrate'
import { migrateQueue } from '@throughline/queue/migrate'

export type Backend = 'postgresql' | 'redis'

/** A server that can be taken away and brought back, with or without what it kept. */
export interface Store {
  readonly url: string
  readonly start: () => Promise<void>
  /** `immediate`: as a crash ends it. */
  readonly stop: (how: 'clean' | 'immediate') => Promise<void>
}

export interface RedisStore extends Store {
  /** FLUSHALL. */
  readonly wipe: () => Promise<void>
  /** Ends it, and its next start is an empty one. */
  readonly forget: () => Promise<void>
}

export interface Stores {
  postgres: Store
  /** Null on the PostgreSQL backend. */
  redis: RedisStore | null
  stop: () => Promise<void>
}

const DATABASE = 'throughline'

/** Starts a PostgreSQL that flushes as in production, migrated, and a Redis with an append-only file. */
export async function startStores(home: string, backend: Backend): Promise<Stores> {
  const postgres = await makePostgres(home)
  const redis = backend === 'redis' ? await makeRedis(join(home, 'redis')) : null
  return {
    postgres,
    redis,
    stop: async () => {
      await redis?.stop('immediate')
      await postgres.stop('immediate')
    },
  }
}

async function makePostgres(home: string): Promise<Store> {
  const dataDir = join(home, 'postgres')
  const port = await freePort()
  let server = await startPostgres({ dataDir, port })
  let isUp = true
  const url = server.url(DATABASE)
  try {
    await createDatabaseIfMissing(server.url('postgres'), DATABASE)
    await migrateDatabase({ databaseUrl: url })
    await migrateQueue({ databaseUrl: url })
  } catch (error) {
    await server.stop('immediate')
    throw error
  }
  return {
    url,
    start: async () => {
      if (!isUp) server = await startPostgres({ dataDir, port })
      isUp = true
    },
    stop: async (how) => {
      if (isUp) await server.stop(how === 'clean' ? 'fast' : 'immediate')
      isUp = false
    },
  }
}

async function makeRedis(dir: string): Promise<RedisStore> {
  const port = await freePort()
  const launch = async () => {
    await mkdir(dir, { recursive: true })
    const started = await startRedis({ dir, port, isPersistent: true })
    if (started === null)
      throw new Error('This needs redis-server on PATH; on Debian: apt-get install redis-server')
    return started
  }
  let server: RedisServer | null = await launch()
  const stop = async (how: 'clean' | 'immediate') => {
    await server?.stop(how === 'immediate')
    server = null
  }
  return {
    url: server.url,
    start: async () => void (server ??= await launch()),
    stop,
    wipe: () => sayToRedis(port, 'FLUSHALL'),
    forget: async () => {
      await stop('immediate')
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** An inline command. @throws Error unless Redis answers OK */
async function sayToRedis(port: number, command: string): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${command}\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  if (!answer.toString('latin1').startsWith('+OK')) throw new Error(`Redis: ${answer.toString()}`)
}
