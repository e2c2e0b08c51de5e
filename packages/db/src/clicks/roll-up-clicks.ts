import type { Database } from '../connection/database.js'
import { batchStatement } from '../batch/batch-statement.js'
import { addToCounts } from './add-to-counts.js'

/** Deltas in one statement: some ten thousand clicks, and some 100 ms for which their links are locked. */
export const DELTAS_AT_ONCE = 200
/** Shorter than PostgreSQL's deadlock timeout of 1 s, so that a transaction that locks links in another order wins. */
const LOCK_TIMEOUT_MS = 500

/** Counts and deletes deltas in one statement, one process at a time. Returns how many; throws isLockTimeout errors. */
export async function rollUpClicks(
  database: Pick<Database, 'pool'>,
  atOnce = DELTAS_AT_ONCE,
): Promise<number> {
  const { rows } = await batchStatement<{ deltas: number }>(database, {
    name: 'roll-up-clicks',
    text: ROLL_UP_CLICKS,
    values: [String(atOnce)],
    isDurable: true,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
  })
  return rows[0]?.deltas ?? 0
}

// Skips deltas that another process is counting. Locks rows in the order of their keys, as `insertClicks` does. Joins
// use only keys of tables: a plan cached for a single delta would compare each of ten thousand rows with each.
export const ROLL_UP_CLICKS = `
WITH turn AS MATERIALIZED (
  SELECT pg_try_advisory_xact_lock(hashtext('throughline.click_deltas')) AS is_mine
), due AS (
  DELETE FROM click_deltas
   WHERE (SELECT is_mine FROM turn)
     AND id = ANY (ARRAY(SELECT id FROM click_deltas ORDER BY id LIMIT $1::integer))
  RETURNING link_ids, campaign_ids, quarters, visitor_hashes
), clicked AS MATERIALIZED (
  SELECT t.link_id, t.campaign_id, t.quarter, t.quarter / 96 AS day, t.visitor_hash
    FROM due, unnest(link_ids, campaign_ids, quarters, visitor_hashes) AS t(link_id, campaign_id, quarter, visitor_hash)
), candidates AS MATERIALIZED (
  SELECT DISTINCT ON (link_id, day, visitor_hash) *
    FROM clicked WHERE visitor_hash IS NOT NULL ORDER BY link_id, day, visitor_hash, quarter
), seen AS (
  INSERT INTO unique_visitors (link_id, day, visitor_hash)
  SELECT link_id, '1970-01-01'::date + day, visitor_hash FROM candidates ORDER BY 1, 2, 3
  ON CONFLICT DO NOTHING
  RETURNING link_id, day, visitor_hash
), firsts AS (
  SELECT link_id, min(campaign_id) AS campaign_id, min(quarter) AS quarter
    FROM (SELECT link_id, day, visitor_hash, campaign_id, quarter, false AS is_seen FROM candidates
          UNION ALL
          SELECT link_id, day - '1970-01-01'::date, visitor_hash, NULL, NULL, true FROM seen) AS t
   GROUP BY link_id, day, visitor_hash
  HAVING bool_or(is_seen)
), counts AS MATERIALIZED (
  SELECT link_id, campaign_id, to_timestamp(quarter::bigint * 900) AS quarter, sum(click) AS clicks, sum(first) AS uniques
    FROM (SELECT link_id, campaign_id, quarter, 1 AS click, 0 AS first FROM clicked
          UNION ALL
          SELECT link_id, campaign_id, quarter, 0, 1 FROM firsts) AS t
   GROUP BY 1, 2, 3
), of_links AS MATERIALIZED (
  SELECT l.project_id, c.*
    FROM counts c
   CROSS JOIN LATERAL (SELECT project_id FROM links WHERE id = c.link_id LIMIT 1) AS l
), ${addToCounts('of_links')}
SELECT count(*)::integer AS deltas FROM due`
