import { mkdir, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { migrateDatabase } from '@throughline/db/migrations/migrate'
import { migrateQueue } from '@throughline/queue/migrate'
import type { QueueBackend } from '@throughline/queue/backend'
import { freePort } from '@throughline/stack/ports'
import { startPostgres } from '@throughline/stack/postgres'
import { startRedis, type RedisServer } from '@throughline/stack/redis'
import { postgresProgramsDir, statementLogFolder } from '../test-env.js'

export type Backend = QueueBackend['kind']

/** A server that can be stopped and restarted, with or without its data. */
export interface Store {
  readonly url: string
  readonly start: () => Promise<void>
  /** Stops it; `immediate` like a crash. */
  readonly stop: (how: 'clean' | 'immediate') => Promise<void>
}

export interface RedisStore extends Store {
  readonly wipe: () => Promise<void>
  /** Ends it and deletes its data. */
  readonly forget: () => Promise<void>
}

/** For scripts/release-statements.mjs. */
function logFlags(folder: string | null): string[] {
  if (folder === null) return []
  const collector = ['logging_collector=on', 'log_destination=jsonlog', `log_directory=${folder}`]
  return [...collector, 'log_statement=all', 'log_parameter_max_length=0']
}

export interface PostgresStoreOptions {
  database?: string
  /** Without fsync. */
  isScratch?: boolean
  /** With PostgreSQL's own defaults, not the settings of `npm start`. */
  hasDefaults?: boolean
  /** More settings of PostgreSQL, as `name=value`. */
  postgresFlags?: string[]
  /** The folder with `bin/postgres`. Default: that of the tests. */
  programsDir?: string
  /** Creates the schema. Default: this version's. */
  migrate?: (databaseUrl: string) => Promise<unknown>
}

/** PostgreSQL as `npm start` starts it, migrated. */
export async function startPostgresStore(
  home: string,
  {
    database = 'throughline',
    isScratch = false,
    hasDefaults = false,
    postgresFlags = [],
    ...given
  }: PostgresStoreOptions = {},
): Promise<Store> {
  const { programsDir = postgresProgramsDir(), migrate = migrateAll } = given
  const options = {
    dataDir: join(home, 'postgres'),
    isScratch,
    hasDefaults,
    flags: [...logFlags(statementLogFolder()), ...postgresFlags],
    ...(programsDir === null ? {} : { programsDir }),
  }
  let server = await startPostgres(options)
  let isUp = true
  const { port } = server
  const url = server.url(database)
  try {
    await migrate(url)
  } catch (error) {
    await server.stop('immediate')
    throw error
  }
  return {
    url,
    start: async () => {
      if (!isUp) server = await startPostgres({ ...options, port })
      isUp = true
    },
    stop: async (how) => {
      if (isUp) await server.stop(how === 'clean' ? 'fast' : 'immediate')
      isUp = false
    },
  }
}

/** Migrates to this version's schema and queue; returns the migrations' names. @param migrationsDir another folder */
export async function migrateAll(databaseUrl: string, migrationsDir?: string): Promise<string[]> {
  const folder = migrationsDir === undefined ? {} : { migrationsDir }
  const { applied } = await migrateDatabase({ databaseUrl, ...folder })
  await migrateQueue({ databaseUrl })
  return applied
}

/** Starts Redis, with an append-only file when it is persistent. @throws Error when it is not installed */
export async function startRedisStore(home: string, isPersistent = false): Promise<RedisStore> {
  const dir = join(home, 'redis')
  const port = await freePort()
  const launch = async () => {
    await mkdir(dir, { recursive: true })
    const started = await startRedis({ dir, port, isPersistent })
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
    wipe: async () => {
      await sendToRedis(port, 'FLUSHALL')
    },
    forget: async () => {
      await stop('immediate')
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Sends an inline command on a separate connection. @throws Error when Redis reports one */
export async function sendToRedis(port: number, command: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  try {
    socket.write(`${command}\r\n`)
    const [reply] = (await once(socket, 'data')) as [Buffer]
    const text = reply.toString('latin1')
    if (text.startsWith('-')) throw new Error(`${command}: ${text.trim()}`)
    return text
  } finally {
    socket.destroy()
  }
}
