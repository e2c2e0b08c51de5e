import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { openDatabase, type Database } from '../src/connection/database.js'
import { countPartitionsAhead, ensurePartitions } from '../src/retention/partitions.js'

let scratch: TestDatabase
let database: Database
beforeAll(async () => {
  scratch = await createTestDatabase()
  database = openDatabase({ url: scratch.url })
})
afterAll(async () => {
  await database.close()
  await scratch.drop()
})

/** The partition for an event of that time, such as `events_202601`. */
async function partitionAt(moment: Date): Promise<string> {
  const { rows } = await database.pool.query<{ name: string }>(
    `INSERT INTO events (id, project_id, type, payload)
     VALUES (uuid7_floor($1), $2, 'install_attributed', '{}') RETURNING tableoid::regclass::text AS name`,
    [moment, randomUUID()],
  )
  return rows[0]?.name ?? ''
}

function monthFromNow(months: number, offsetMs = 0): Date {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1) + offsetMs)
}

function nameOf(month: Date, table = 'events'): string {
  return `${table}_${month.toISOString().slice(0, 7).replace('-', '')}`
}

describe('partitions', () => {
  it('exist for this month and the next three', async () => {
    expect(await countPartitionsAhead(database.prisma)).toBe(3)
  })

  it('contain the ids of their month, from its first to its last millisecond', async () => {
    for (const months of [0, 1, 2, 3]) {
      const expected = nameOf(monthFromNow(months))
      expect(await partitionAt(monthFromNow(months))).toBe(expected)
      expect(await partitionAt(monthFromNow(months + 1, -1))).toBe(expected)
    }
  })

  it('leave other rows to the default partition', async () => {
    expect(await partitionAt(monthFromNow(-1))).toBe('events_default')
    expect(await partitionAt(monthFromNow(12))).toBe('events_default')
  })

  it('can be created by many concurrent processes', async () => {
    await Promise.all([1, 2, 3, 4].map(() => ensurePartitions(database, { monthsAhead: 6 })))
    expect(await countPartitionsAhead(database.prisma)).toBe(6)
    expect(await partitionAt(monthFromNow(6))).toBe(nameOf(monthFromNow(6)))
  })

  it('are counted when missing: a table that lacks one has none ahead', async () => {
    const name = nameOf(monthFromNow(1)).replace('events', 'clicks')
    await database.pool.query(`ALTER TABLE clicks DETACH PARTITION ${name}`)
    expect(await countPartitionsAhead(database.prisma)).toBe(0)
    await database.pool.query(`DROP TABLE ${name}`)
    expect(await countPartitionsAhead(database.prisma)).toBe(0)
    expect(await ensurePartitions(database)).toEqual({ made: [name], left: [] })
    expect(await countPartitionsAhead(database.prisma)).toBe(6)
  })

  it('have the indexes, checks and storage parameters of the others', async () => {
    await database.pool.query('ALTER TABLE deliveries_default SET (fillfactor = 85)')
    const [made, other] = [7, 1].map((months) => nameOf(monthFromNow(months), 'deliveries'))
    expect((await ensurePartitions(database, { monthsAhead: 7 })).made).toContain(made)
    const { rows } = await database.pool.query<{ name: string; shape: string[]; options: string }>(
      `SELECT c.relname AS name, array_to_string(c.reloptions, ',') AS options,
              array(SELECT regexp_replace(pg_get_indexdef(indexrelid), '(INDEX|ON) \\S+', '', 'g') FROM pg_index WHERE indrelid = c.oid
                    UNION ALL SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = c.oid ORDER BY 1) AS shape
         FROM pg_class c WHERE c.relname = ANY ($1) ORDER BY c.relname DESC`,
      [[made, other]],
    )
    expect(rows.map(({ name }) => name)).toEqual([made, other])
    expect(rows[0]?.options).toBe('fillfactor=85')
    expect(rows[0]?.shape.length).toBeGreaterThan(6)
    expect(rows[0]?.shape).toEqual(rows[1]?.shape)
  })
})

describe('a month whose rows are in DEFAULT already', () => {
  const inDefault = async () => {
    const { rows } = await database.pool.query<{ rows: number }>(
      'SELECT count(*)::integer AS rows FROM events_default',
    )
    return rows[0]?.rows
  }

  it('gets its partition, and the rows are moved into it', async () => {
    const before = await inDefault()
    expect(await partitionAt(monthFromNow(8))).toBe('events_default')
    expect(await partitionAt(monthFromNow(9, -1))).toBe('events_default')
    expect(await partitionAt(monthFromNow(9))).toBe('events_default')
    const name = nameOf(monthFromNow(8))
    expect((await ensurePartitions(database, { monthsAhead: 8 })).made).toContain(name)
    const { rows } = await database.pool.query(`SELECT count(*)::integer AS rows FROM ${name}`)
    expect(rows).toEqual([{ rows: 2 }])
    expect(await inDefault()).toBe(Number(before) + 1)
    expect(await partitionAt(monthFromNow(8, 5))).toBe(name)
  })

  it('stays in DEFAULT if it has too many rows, and the other months are created', async () => {
    const before = await inDefault()
    const [full, other] = [nameOf(monthFromNow(9)), nameOf(monthFromNow(10))]
    await partitionAt(monthFromNow(9, 1))
    const { made, left } = await ensurePartitions(database, { monthsAhead: 10, maxMoved: 1 })
    expect(left).toEqual([full])
    expect(made).toContain(other)
    expect(await inDefault()).toBe(Number(before) + 1)
    expect((await ensurePartitions(database, { monthsAhead: 10, maxMoved: 2 })).made).toEqual([
      full,
    ])
  })

  it('is created later while DEFAULT is in use', async () => {
    const name = nameOf(monthFromNow(11))
    const writer = await database.pool.connect()
    await writer.query('BEGIN')
    await writer.query('SELECT 1 FROM events_default FOR UPDATE')
    const making = ensurePartitions(database, { monthsAhead: 11 })
    await expect(making).rejects.toThrow(
      `Partitions not created, because their tables are in use: ${name}`,
    )
    await writer.query('COMMIT')
    writer.release()
    // The partitions of the other tables were created.
    expect(await ensurePartitions(database, { monthsAhead: 11 })).toEqual({
      made: [name],
      left: [],
    })
  })
})

describe('creating a partition', () => {
  it('does not wait for writes to other months, and does not block them', async () => {
    await database.pool.query(`DROP TABLE ${nameOf(monthFromNow(2))}`)
    const writer = await database.pool.connect()
    await writer.query('BEGIN')
    await writer.query(
      `INSERT INTO events (id, project_id, type, payload) VALUES (uuid7_generate(), $1, 'install_attributed', '{}')`,
      [randomUUID()],
    )
    const name = nameOf(monthFromNow(2))
    expect(await ensurePartitions(database)).toEqual({ made: [name], left: [] })
    await writer.query('COMMIT')
    writer.release()
  })
})
