import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError, escapeIdentifier } from 'pg'
import { testEnv } from './test-env.js'

export type TestDatabase = {
  readonly name: string
  /** With `requiresTls`, it has `sslmode=verify-full` and trusts only the authority of the server's certificate. */
  readonly url: string
  /** Drops the database, ending the connections that are still open. Safe to call twice. */
  readonly drop: () => Promise<void>
}

export type TestDatabaseOptions = {
  /** Whether it rejects connections without TLS, as managed servers do. Default false. */
  readonly requiresTls?: boolean
  /** Whether it has no tables. Default false: it is migrated. */
  readonly isEmpty?: boolean
}

/** PostgreSQL's object_in_use: a session, or autovacuum, is in the template. */
const objectInUse = '55006'
const cloneTimeoutMs = 30_000
const cloneRetryMs = 100

export async function createTestDatabase({
  requiresTls = false,
  isEmpty = false,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { databaseUrl, templateDatabase } = testEnv()
  const name = `test_${randomBytes(8).toString('hex')}`
  await withClient(databaseUrl, async (client) => {
    await clone(client, { name, template: isEmpty ? 'template0' : templateDatabase })
    if (requiresTls) await requireTls(client, name)
  })
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return {
    name,
    url: requiresTls ? withTls(url.href) : url.href,
    drop: () =>
      withClient(databaseUrl, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`)
        if (requiresTls) await client.query(`DROP ROLE IF EXISTS ${escapeIdentifier(name)}`)
      }),
  }
}

/** The server rejects members of a role with the name of the database; see `turnOnTls`. */
async function requireTls(client: Client, name: string): Promise<void> {
  await client.query(`CREATE ROLE ${escapeIdentifier(name)}`)
  await client.query(`GRANT ${escapeIdentifier(name)} TO CURRENT_USER`)
}

/**
 * The URL of a database with `sslmode=verify-full`.
 *
 * @param host `localhost` by default, the only host that the server's certificate is valid for
 * @param authority the file of the trusted authority; that of the server by default
 */
export function withTls(
  databaseUrl: string,
  {
    host = 'localhost',
    authority = 'ca.pem',
  }: { host?: string; authority?: 'ca.pem' | 'other-ca.pem' } = {},
): string {
  const url = new URL(databaseUrl)
  url.hostname = host
  url.searchParams.set('sslmode', 'verify-full')
  url.searchParams.set('sslrootcert', join(testEnv().certificatesFolder, authority))
  return url.href
}

type Clone = { readonly name: string; readonly template: string }

async function clone(client: Client, { name, template }: Clone): Promise<void> {
  // With the default strategy, a clone takes twice as long and writes the whole template to the log. PostgreSQL 14 always
  // copies files, and does not know the option.
  const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num')
  const strategy = Number(rows[0]?.server_version_num) >= 150_000 ? 'STRATEGY FILE_COPY' : ''
  const statement = `CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(template)} ${strategy}`
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
