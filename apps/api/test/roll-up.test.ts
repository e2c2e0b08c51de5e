import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { rollUpClicks } from '@throughline/db/clicks/roll-up-clicks'
import { rollUpDimensions } from '@throughline/db/clicks/roll-up-dimensions'
import { openDatabase, type Database } from '@throughline/db/connection/database'
import { insertProject } from '@throughline/db/projects/projects'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { waitFor } from '@throughline/testkit/wait-for'
import { startClickRollUp } from '../src/domain/clicks/roll-up-clicks.js'
import { captureLogs } from './capture-logs.js'

const DELTAS = 16
const STATEMENT_TIMEOUT_MS = 500

let scratch: TestDatabase
/** PostgreSQL ends statements after this time. */
let database: Database
beforeEach(async () => {
  scratch = await createTestDatabase()
  const url = new URL(scratch.url)
  url.searchParams.set('options', `-c statement_timeout=${STATEMENT_TIMEOUT_MS}`)
  database = openDatabase({ url: url.href })
})
afterEach(async () => {
  await database.close()
  await scratch.drop()
})

/** A trigger that takes 50 ms for each row of the table. */
async function slowDown(table: string): Promise<void> {
  await database.pool.query(`
    CREATE FUNCTION sleep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.05); RETURN NEW; END';
    CREATE TRIGGER sleep BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION sleep()`)
}

/** One click for each of several links. */
async function insertDeltas(): Promise<void> {
  const { id: projectId } = await insertProject(database.prisma, {
    name: 'P',
    prefix: `p${randomUUID()}`,
  })
  await database.pool.query(
    `WITH link AS (
       INSERT INTO links (project_id, code, actual_url)
       SELECT $1, 'L' || n, 'https://a.example/' FROM generate_series(1, ${DELTAS}) AS n RETURNING id
     ), clicked AS (
       INSERT INTO click_deltas (link_ids, campaign_ids, quarters, visitor_hashes)
       SELECT ARRAY[id], '{NULL}', '{1900000}', '{NULL}' FROM link
     )
     INSERT INTO dimension_deltas (link_ids, campaign_ids, quarters, profile_places, profiles)
     SELECT ARRAY[id], '{NULL}', '{1900000}', '{1}', ARRAY[E'\\tios'] FROM link`,
    [projectId],
  )
}

it.each([
  ['link_clicks', rollUpClicks, () => database.prisma.clickDelta.count()],
  ['link_dimensions', rollUpDimensions, () => database.prisma.dimensionDelta.count()],
])(
  'counts fewer deltas per statement after a time-out, and more again later: %s',
  async (table, rollUp, countDeltas) => {
    await insertDeltas()
    await slowDown(table)
    const sizes: number[] = []
    const rollingUp = startClickRollUp({
      everyMs: 20,
      count: (atOnce) => {
        sizes.push(atOnce)
        return rollUp(database, atOnce)
      },
      atOnce: DELTAS,
      isAway: () => false,
      logger: captureLogs().logger,
    })
    const untilCounted = () =>
      waitFor(async () => (await countDeltas()) === 0, { what: 'the deltas to be counted' })
    await untilCounted()
    expect(sizes.slice(0, 2)).toEqual([DELTAS, DELTAS / 2])
    await database.pool.query(`DROP TRIGGER sleep ON ${table}`)
    await insertDeltas()
    await untilCounted()
    await waitFor(() => sizes.at(-1) === DELTAS, { what: 'the usual number of deltas at once' })
    await rollingUp.close()
  },
)
