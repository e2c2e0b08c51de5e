import { bytesArray } from '../batch/array-literal.js'
import { addToCounts } from './add-to-counts.js'
import { INSERT_DIMENSION_DELTA, profileColumns } from './dimension-deltas.js'
import { INSERT_ROWS, rowColumns, type NewClick } from './click-rows.js'

export function toColumns(clicks: NewClick[]): string[] {
  return [...rowColumns(clicks), bytesArray(firstVisitors(clicks)), ...profileColumns(clicks)]
}

/** The visitor of each click that may be its first: counted, and first in this batch. The hash covers link and day. */
function firstVisitors(clicks: NewClick[]): (Uint8Array | null)[] {
  const seen = new Set<string>()
  return clicks.map(({ visitorHash, uncountedReason }) => {
    if (visitorHash === null || uncountedReason !== null) return null
    const key = Buffer.from(visitorHash).toString('latin1')
    if (seen.has(key)) return null
    seen.add(key)
    return visitorHash
  })
}

// Counts only rows that this statement inserted. `written` and `firsts` contain positions, because a join would compare
// all rows with all.
export const INSERT_CLICKS = `
WITH inserted AS (${INSERT_ROWS}
  ON CONFLICT DO NOTHING
  RETURNING id, uncounted_reason
), written AS MATERIALIZED (
  SELECT array_position($1::uuid[], id) AS n, uncounted_reason IS NULL AS is_counted FROM inserted
), seen AS (
  INSERT INTO unique_visitors (link_id, day, visitor_hash)
  SELECT ($3::integer[])[n], (to_timestamp(($16::bigint[])[n] / 1000) AT TIME ZONE 'UTC')::date, ($17::bytea[])[n]
    FROM written
   WHERE is_counted AND ($17::bytea[])[n] IS NOT NULL
   ORDER BY 1, 2, 3
  ON CONFLICT DO NOTHING
  RETURNING visitor_hash
), firsts AS MATERIALIZED (
  SELECT array_position($17::bytea[], visitor_hash) AS n FROM seen
), clicked AS MATERIALIZED (
  SELECT ($3::integer[])[n] AS link_id, ($4::integer[])[n] AS campaign_id, ($2::uuid[])[n] AS project_id,
         to_timestamp(($16::bigint[])[n] / 900000 * 900) AS quarter,
         count(*) FILTER (WHERE is_click) AS clicks, count(*) FILTER (WHERE NOT is_click) AS uniques
    FROM (SELECT n, true AS is_click FROM written WHERE is_counted
          UNION ALL
          SELECT n, false FROM firsts) AS t
   GROUP BY 1, 2, 3, 4
), dimension_delta AS (
  ${INSERT_DIMENSION_DELTA}
  SELECT array_agg(($3::integer[])[n]), array_agg(($4::integer[])[n]), array_agg((($16::bigint[])[n] / 900000)::integer),
         array_agg(($18::integer[])[n]), $19::text[]
    FROM written WHERE is_counted HAVING count(*) > 0
), ${addToCounts('clicked')}
SELECT (SELECT array_agg(n) FROM written) AS written, (SELECT array_agg(n) FROM firsts) AS firsts`
