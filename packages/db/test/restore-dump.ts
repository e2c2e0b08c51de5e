import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { testEnv } from '@throughline/testkit/test-env'
import pg from 'pg'

/** Creates a database from a dump of pg_dump in SQL with INSERT statements, plain or compressed. */
export async function restoreDump(
  file: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const bytes = await readFile(file)
  const dump = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const name = `test_${randomBytes(8).toString('hex')}`
  const server = testEnv().databaseUrl
  const url = new URL(server)
  url.pathname = `/${name}`
  await run(server, `CREATE DATABASE ${name}`)
  await run(url.href, dump)
  return {
    url: url.href,
    drop: () => run(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

async function run(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
