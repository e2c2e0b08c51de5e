import { afterEach, expect, it } from '@jest/globals'
import { waitFor } from '@throughline/testkit/wait-for'
import pg from 'pg'
import { missingHaproxy } from '../src/haproxy.js'
import { missingPostgres } from '../src/postgres-server.js'
import { startReplicatedPostgres, type ReplicatedPostgres } from '../src/replicated-postgres.js'

const itWithBoth = missingPostgres() === null && missingHaproxy() === null ? it : it.skip

const TIMEOUT_MS = 180_000

let postgres: ReplicatedPostgres | null = null
afterEach(() => postgres?.close())

/** Inserts numbers, on a new connection after each error. */
function startWriter(connectionString: string) {
  const acknowledged: number[] = []
  const stopped = new AbortController()
  const isOpen = () => !stopped.signal.aborted
  const write = async () => {
    for (let n = 1; isOpen();) {
      const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1_000 })
      client.on('error', () => undefined)
      try {
        await client.connect()
        for (; isOpen(); n += 1) {
          await client.query('INSERT INTO numbers VALUES ($1)', [n])
          acknowledged.push(n)
        }
      } catch {
        n += 1
      }
      await client.end().catch(() => undefined)
    }
  }
  const written = write()
  return {
    acknowledged,
    stop: async () => {
      stopped.abort()
      await written
    },
  }
}

itWithBoth(
  'keeps each acknowledged row when the primary is killed, and leads to the new primary (apt-get install postgresql haproxy)',
  async () => {
    postgres = await startReplicatedPostgres()
    const url = postgres.url('postgres')
    const query = async (text: string) => {
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => undefined)
      try {
        await client.connect()
        return (await client.query<{ n: number }>(text)).rows.map(({ n }) => n)
      } finally {
        await client.end().catch(() => undefined)
      }
    }
    await query('CREATE TABLE numbers (n integer)')
    const { acknowledged, stop } = startWriter(url)
    const grows = (what: string) => {
      const before = acknowledged.length
      return waitFor(() => Promise.resolve(acknowledged.length > before + 10), { what })
    }
    await grows('rows on the primary')
    await postgres.failOver()
    await grows('rows on the new primary')
    await stop()
    const kept = new Set(await query('SELECT n FROM numbers'))
    expect(acknowledged.filter((n) => !kept.has(n))).toEqual([])
  },
  TIMEOUT_MS,
)
