import pg from 'pg'

import { errorCode } from '../errors.js'

export const SUPERUSER = 'postgres'

export function databaseUrl(to: { port: number; password: string; database: string }): string {
  const database = encodeURIComponent(to.database)
  return `postgresql://${SUPERUSER}:${encodeURIComponent(to.password)}@127.0.0.1:${to.port}/${database}`
}

export async function withClient<T>(
  url: string,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  // A server that stops while the connection is idle must not end this process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Creates a missing database and returns whether it did. @param adminUrl of a user who may create databases */
export async function createDatabaseIfMissing(adminUrl: string, name: string): Promise<boolean> {
  return withClient(adminUrl, async (client) => {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (found.rowCount === 1) return false
    try {
      await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`)
      return true
    } catch (error) {
      // Another process created it between the two statements.
      const code = errorCode(error)
      if (code === '42P04' || code === '23505') return false
      throw error
    }
  })
}
