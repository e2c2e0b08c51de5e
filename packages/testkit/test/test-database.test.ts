import { describe, expect, it } from '@jest/globals'
import { Client } from 'pg'
import { createTestDatabase } from '../src/test-database.js'
import { testEnv } from '../src/test-env.js'
import { waitFor } from '../src/wait-for.js'

describe('createTestDatabase', () => {
  it('clones the template, also several times concurrently', async () => {
    const databases = await Promise.all([1, 2, 3].map(() => createTestDatabase()))
    try {
      const names = databases.map(({ name }) => name)
      expect(new Set(names).size).toBe(3)
      const expected = await tablesOf(templateUrl())
      for (const { url } of databases) expect(await tablesOf(url)).toEqual(expected)
    } finally {
      await Promise.all(databases.map(({ drop }) => drop()))
    }
  })

  it('waits while a client is connected to the template', async () => {
    const visitor = await connected(templateUrl())
    const cloning = createTestDatabase()
    const waiting = () =>
      rows(
        testEnv().databaseUrl,
        "select 1 from pg_stat_activity where query like 'CREATE DATABASE%' and state = 'active'",
      )
    await waitFor(async () => (await waiting()).length > 0, { what: 'the clone to be under way' })
    await visitor.end()
    await (await cloning).drop()
  })

  it('drops a database that is still in use; a second drop does nothing', async () => {
    const { name, url, drop } = await createTestDatabase()
    const client = await connected(url)
    await drop()
    await drop()
    await client.end()
    const left = await rows(
      testEnv().databaseUrl,
      `select 1 from pg_database where datname = '${name}'`,
    )
    expect(left).toEqual([])
  })
})

function templateUrl(): string {
  const url = new URL(testEnv().databaseUrl)
  url.pathname = `/${testEnv().templateDatabase}`
  return url.href
}

function tablesOf(url: string): Promise<unknown[]> {
  return rows(
    url,
    "select table_name from information_schema.tables where table_schema = 'public' order by 1",
  )
}

async function rows(url: string, query: string): Promise<unknown[]> {
  const client = await connected(url)
  try {
    return (await client.query<Record<string, unknown>>(query)).rows
  } finally {
    await client.end()
  }
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  // A forced drop ends the connection from the other side.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
