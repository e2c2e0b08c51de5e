import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { openDatabase, type Database } from '../src/connection/database.js'
import { deleteVisits } from '../src/retention/delete-visits.js'

let scratch: TestDatabase
let database: Database
let other: Database
beforeAll(async () => {
  scratch = await createTestDatabase()
  database = openDatabase({ url: scratch.url })
  other = openDatabase({ url: scratch.url })
})
beforeEach(() => database.prisma.visit.deleteMany())
afterAll(async () => {
  await database.close()
  await other.close()
  await scratch.drop()
})

/** Device reports of that age, a millisecond apart. */
const addVisits = (ago: string, count: number) =>
  database.pool.query(
    `INSERT INTO visits (id, project_id, click_id, link_id, created_at)
     SELECT uuid7_floor(at), gen_random_uuid(), gen_random_uuid(), 1, at
       FROM (SELECT now() - $1::interval + n * interval '1 ms' AS at FROM generate_series(1, $2) AS n) AS t`,
    [ago, count],
  )

describe('deleteVisits', () => {
  it('deletes device reports older than eight days, and no others', async () => {
    await addVisits('8 days 1 minute', 2)
    await addVisits('7 days 23 hours', 3)
    await addVisits('1 minute', 4)
    expect(await deleteVisits(database)).toEqual({ visits: 2, hasMore: false })
    expect(await database.prisma.visit.count()).toBe(7)
    expect(await deleteVisits(database)).toEqual({ visits: 0, hasMore: false })
  })

  it('deletes many in bounded batches, also from two processes at the same time', async () => {
    await addVisits('9 days', 12_000)
    await addVisits('1 day', 5)
    const runs = await Promise.all([deleteVisits(database), deleteVisits(other)])
    const rest = await deleteVisits(database)
    expect(runs.reduce((sum, { visits }) => sum + visits, rest.visits)).toBe(12_000)
    expect(await database.prisma.visit.count()).toBe(5)
  })

  it('reports when more remains than one run should do', async () => {
    await addVisits('9 days', 100_001)
    expect(await deleteVisits(database)).toEqual({ visits: 100_000, hasMore: true })
    expect(await deleteVisits(database)).toEqual({ visits: 1, hasMore: false })
  })
})
