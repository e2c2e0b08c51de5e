import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import type { Database } from './database.js'

/** The direct URL leads through a pooler in transaction mode, or to another database than DATABASE_URL. */
export class PoolerError extends Error {
  override name = 'PoolerError'
}

export interface DirectConnection {
  databaseUrl: string
  databaseDirectUrl: string
}

/** The variable that gave the direct URL. */
export function directVariable({ databaseUrl, databaseDirectUrl }: DirectConnection): string {
  return databaseDirectUrl === databaseUrl ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
}

const LIMIT_MS = 10_000
const HEARD_WITHIN_MS = 2_000
const CHANNEL = 'throughline_pooler_check'

/** @throws PoolerError if the direct URL's session changes its server connection or hears no notification */
export async function checkDirectConnection(urls: DirectConnection): Promise<void> {
  const [listening, other] = [openClient(urls), openClient(urls)]
  try {
    await Promise.all([listening.connect(), other.connect()])
    if ((await isShared(listening, other)) || !(await hears(listening, other)))
      throw new PoolerError(explain(urls))
  } finally {
    await Promise.allSettled([listening.end(), other.end()])
  }
}

/**
 * Notifications reach the sessions of one database. @param pooled opened on DATABASE_URL @throws PoolerError if the
 * direct URL hears none of them
 */
export async function checkSameDatabase(
  pooled: Pick<Database, 'pool'>,
  urls: DirectConnection,
): Promise<void> {
  if (urls.databaseDirectUrl === urls.databaseUrl) return
  const listening = openClient(urls)
  try {
    await listening.connect()
    if (!(await hears(listening, pooled.pool))) throw new PoolerError(TWO_DATABASES)
  } finally {
    await listening.end().catch(() => undefined)
  }
}

const TWO_DATABASES =
  'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. Make both lead to the same one, DATABASE_DIRECT_URL without the connection pooler.'

/** A pooler gives an idle client's server connection to another client, and then finds a new one for the former. */
async function isShared(idle: pg.Client, other: pg.Client): Promise<boolean> {
  const before = await backendOf(idle)
  await other.query('BEGIN')
  const between = await backendOf(other)
  if (between === before) return true
  const after = await backendOf(idle)
  await other.query('COMMIT')
  return after !== before
}

async function backendOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid
}

/** Poolers drop what a server connection without a client receives. */
async function hears(listening: pg.Client, other: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const token = randomUUID()
  const heard = new Set<string | undefined>()
  listening.on('notification', ({ payload }) => heard.add(payload))
  await listening.query(`LISTEN ${CHANNEL}`)
  const signal = AbortSignal.timeout(HEARD_WITHIN_MS)
  // Handled even if sending fails.
  const notified = once(listening, 'notification', { signal }).catch(() => undefined)
  await other.query('SELECT pg_notify($1, $2)', [CHANNEL, token])
  await notified
  // PostgreSQL sends what it has before its answer. So a slow server or process is not taken for a pooler.
  if (!heard.has(token)) await listening.query('SELECT 1')
  return heard.has(token)
}

function explain(urls: DirectConnection): string {
  return urls.databaseDirectUrl === urls.databaseUrl
    ? 'DATABASE_URL leads through a connection pooler in transaction mode. Set DATABASE_DIRECT_URL to the URL of PostgreSQL itself.'
    : 'DATABASE_DIRECT_URL leads through a connection pooler in transaction mode. Set it to the URL of PostgreSQL itself.'
}

function openClient({ databaseDirectUrl }: DirectConnection): pg.Client {
  const client = new pg.Client({
    connectionString: databaseDirectUrl,
    connectionTimeoutMillis: LIMIT_MS,
    query_timeout: LIMIT_MS,
  })
  // Its statements fail; without a listener the process would end.
  client.on('error', () => undefined)
  return client
}
