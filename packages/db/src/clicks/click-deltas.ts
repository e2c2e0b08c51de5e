import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../connection/database.js'
import { inOrderOfId, INSERT_ROWS, rowColumns, clickTimeMs, type NewClick } from './click-rows.js'
import { bytesArray, plainArray } from '../batch/array-literal.js'
import { INSERT_DIMENSION_DELTA, profileColumns } from './dimension-deltas.js'
import { batchStatement } from '../batch/batch-statement.js'
import { isDatabaseUnavailable, isDeadlock, isUniqueViolation } from '../connection/errors.js'

/** Writes clicks and a delta for `rollUpClicks` of those that count. Known clicks change nothing; nothing is locked. */
export async function insertClicksWithDeltas(
  database: Pick<Database, 'pool'>,
  clicks: NewClick[],
): Promise<void> {
  if (clicks.length === 0) return
  const sorted = inOrderOfId(clicks)
  let statement = insertNewClicks
  for (let tries = 1; ; tries += 1) {
    try {
      await batchStatement(database, { ...statement(sorted), isDurable: true })
      return
    } catch (error) {
      const isWorthAnother = isDatabaseUnavailable(error)
        ? tries === 1
        : isUniqueViolation(error) || isDeadlock(error)
      if (!isWorthAnother || tries === MAX_TRIES) throw error
      if (isDeadlock(error)) await delay(AFTER_DEADLOCK_MS)
      // The first try may have been written after all, or another process has written some of them.
      statement = THOSE_THAT_ARE_NEW
    }
  }
}

const MAX_TRIES = 3
/** Pause after a deadlock between two writers of overlapping clicks, in milliseconds. */
const AFTER_DEADLOCK_MS = 20

type Statement = (clicks: NewClick[]) => { name: string; text: string; values: string[] }

const QUARTER_MS = 900_000

function deltaColumns(counted: NewClick[]): string[] {
  return [
    plainArray(counted.map(({ linkId }) => linkId)),
    plainArray(counted.map(({ campaignId }) => campaignId)),
    plainArray(counted.map((click) => Math.floor(clickTimeMs(click) / QUARTER_MS))),
    bytesArray(counted.map(({ visitorHash }) => visitorHash)),
    ...profileColumns(counted),
  ]
}

function thatCount(clicks: NewClick[]): NewClick[] {
  return clicks.filter(({ uncountedReason }) => uncountedReason === null)
}

const INSERT_DELTA = 'INSERT INTO click_deltas (link_ids, campaign_ids, quarters, visitor_hashes)'

const INSERT_ALL = `
WITH delta AS (
  ${INSERT_DELTA}
  SELECT $17::integer[], $18::integer[], $19::integer[], $20::bytea[] WHERE $17 <> '{}'
), dimension_delta AS (
  ${INSERT_DIMENSION_DELTA}
  SELECT $17::integer[], $18::integer[], $19::integer[], $21::integer[], $22::text[] WHERE $17 <> '{}'
)${INSERT_ROWS}`

/** Fails as a whole if one of them exists: looking for each before writing costs a third more. */
export const insertNewClicks: Statement = (clicks) => ({
  name: 'insert-new-clicks',
  text: INSERT_ALL,
  values: [...rowColumns(clicks), ...deltaColumns(thatCount(clicks))],
})

const INSERT_SOME = `
WITH inserted AS (${INSERT_ROWS}
  ON CONFLICT DO NOTHING
  RETURNING id
), counted AS MATERIALIZED (
  SELECT t.*
    FROM inserted AS i
    JOIN unnest($17::integer[], $18::integer[], $19::integer[], $20::bytea[], $21::integer[], $23::uuid[])
      AS t(link_id, campaign_id, quarter, visitor_hash, profile_place, id) ON t.id = i.id
), dimension_delta AS (
  ${INSERT_DIMENSION_DELTA}
  SELECT array_agg(link_id), array_agg(campaign_id), array_agg(quarter), array_agg(profile_place), $22::text[]
    FROM counted HAVING count(*) > 0
)
${INSERT_DELTA}
SELECT array_agg(link_id), array_agg(campaign_id), array_agg(quarter), array_agg(visitor_hash)
  FROM counted HAVING count(*) > 0`

/** @param clicks in the order of their ids, so that equal ones are neighbours */
const THOSE_THAT_ARE_NEW: Statement = (clicks) => {
  const counted = thatCount(clicks).filter(({ id }, index, all) => id !== all[index - 1]?.id)
  const ids = plainArray(counted.map(({ id }) => id))
  return {
    name: 'insert-clicks-that-are-new',
    text: INSERT_SOME,
    values: [...rowColumns(clicks), ...deltaColumns(counted), ids],
  }
}
