import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError, escapeIdentifier } from 'pg'
import { testEnv } from './test-env.js'

export type TestDatabase = {
  readonly name: string
  readonly url: string
  /** Drops the database, ending the connections that are still open. Safe to call twice. */
  readonly drop: () => Promise<void>
}

/** PostgreSQL's object_in_use: a session, or autovacuum, is in the template. */
const objectInUse = '55006'
const cloneTimeoutMs = 30_000
const cloneRetryMs = 100

export async function createTestDatabase(): Promise<TestDatabase> {
  const { databaseUrl, templateDatabase } = testEnv()
  const name = `test_${randomBytes(8).toString('hex')}`
  await withClient(databaseUrl, (client) => clone(client, { name, templateDatabase }))
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return {
    name,
    url: url.href,
    drop: () =>
      withClient(databaseUrl, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`)
      }),
  }
}

type Clone = { readonly name: string; readonly templateDatabase: string }

async function clone(client: Client, { name, templateDatabase }: Clone): Promise<void> {
  // With the default strategy, a clone takes twice as long and writes the whole template to the log. PostgreSQL 14 always
  // copies files, and does not know the option.
  const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num')
  const strategy = Number(rows[0]?.server_version_num) >= 150_000 ? 'STRATEGY FILE_COPY' : ''
  const statement = `CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(templateDatabase)} ${strategy}`
  const deadlineMs = performance.now() + cloneTimeoutMs
  for (;;) {
    try {
      await client.query(statement)
      return
    } catch (error) {
      if (!isInUse(error) || performance.now() > deadlineMs) throw error
      await delay(cloneRetryMs)
    }
  }
}

function isInUse(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === objectInUse
}

async function withClient(
  databaseUrl: string,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  // A server that stops must fail the test by a rejected query, not end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
