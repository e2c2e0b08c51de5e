import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { openDatabase, type Database } from '../src/client.js'
import { countPartitionsAhead, ensurePartitions } from '../src/partitions.js'

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

/** The partition that an event of that moment lands in, as `events_202601`. */
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

function nameOf(month: Date): string {
  return `events_${month.toISOString().slice(0, 7).replace('-', '')}`
}

describe('partitions', () => {
  it('are there for this month and three more', async () => {
    expect(await countPartitionsAhead(database.prisma)).toBe(3)
  })

  it('take the ids of their own month, from its first to its last millisecond', async () => {
    for (const months of [0, 1, 2, 3]) {
      const expected = nameOf(monthFromNow(months))
      expect(await partitionAt(monthFromNow(months))).toBe(expected)
      expect(await partitionAt(monthFromNow(months + 1, -1))).toBe(expected)
    }
  })

  it('leave the rest to the default one', async () => {
    expect(await partitionAt(monthFromNow(-1))).toBe('events_default')
    expect(await partitionAt(monthFromNow(12))).toBe('events_default')
  })

  it('are made by many at once', async () => {
    await Promise.all([1, 2, 3, 4].map(() => ensurePartitions(database.prisma, 6)))
    expect(await countPartitionsAhead(database.prisma)).toBe(6)
    expect(await partitionAt(monthFromNow(6))).toBe(nameOf(monthFromNow(6)))
  })

  it('that are missing are counted: what lacks one has none ahead', async () => {
    await database.prisma.$executeRawUnsafe(
      `DROP TABLE ${nameOf(monthFromNow(1)).replace('events', 'clicks')}`,
    )
    expect(await countPartitionsAhead(database.prisma)).toBeLessThan(6)
  })
})
