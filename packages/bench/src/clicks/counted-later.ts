import type pg from 'pg'
import {
  toColumns,
  INSERT_CLICKS,
  WRITE_ROWS,
  type NewClick,
} from '@throughline/db/click-statement'
import { runBatch } from '@throughline/db/deliveries/run-batch'
import { backendsCpuMs } from '../rig/process-cpu.js'
import { median } from '../statistics.js'

/** Of PostgreSQL for each click, in microseconds. */
export interface CountingCosts {
  /** The counts are raised by the statement that writes the clicks, as the service does it. */
  inTheStatement: number
  /** Each batch leaves a tally of its rows, and once a second all tallies are added up and removed. */
  fromTallies: number
}

export interface Counting {
  rounds: number
  secondsEach: number
  makeBatch: () => NewClick[]
}

/** Both ways to count exactly once, in turns on the same database. */
export async function compareCounting(pool: pg.Pool, counting: Counting): Promise<CountingCosts> {
  await pool.query(CREATE_TALLIES)
  const inTheStatement: number[] = []
  const fromTallies: number[] = []
  for (let round = 0; round < counting.rounds; round += 1) {
    inTheStatement.push(await measure(pool, counting, { name: 'counted', text: INSERT_CLICKS }))
    const adding = setInterval(() => void pool.query(ADD_UP), 1_000)
    fromTallies.push(await measure(pool, counting, { name: 'tallied', text: WRITE_TALLIED }))
    clearInterval(adding)
  }
  return { inTheStatement: median(inTheStatement), fromTallies: median(fromTallies) }
}

async function measure(
  pool: pg.Pool,
  { secondsEach, makeBatch }: Counting,
  statement: { name: string; text: string },
): Promise<number> {
  const cpuBeforeMs = await backendsCpuMs(pool)
  const endsMs = performance.now() + secondsEach * 1_000
  let clicks = 0
  while (performance.now() < endsMs) {
    const batch = makeBatch()
    await runBatch(pool, { ...statement, values: toColumns(batch), isDurable: true })
    clicks += batch.length
  }
  return (((await backendsCpuMs(pool)) - cpuBeforeMs) * 1_000) / clicks
}

const CREATE_TALLIES = `
CREATE TABLE click_tallies (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, project_ids uuid[] NOT NULL, link_ids integer[] NOT NULL,
  campaign_ids integer[] NOT NULL, quarters bigint[] NOT NULL, are_first boolean[] NOT NULL)`

const WRITE_TALLIED = `
${WRITE_ROWS}, tallied AS (
  INSERT INTO click_tallies (project_ids, link_ids, campaign_ids, quarters, are_first)
  SELECT array_agg(($2::uuid[])[n]), array_agg(($3::integer[])[n]), array_agg(($4::integer[])[n]),
         array_agg(($17::bigint[])[n] / 900000 * 900), array_agg(n IN (SELECT f.n FROM firsts f))
    FROM written WHERE is_counted HAVING count(*) > 0
)
SELECT (SELECT array_agg(n) FROM written) AS written, (SELECT array_agg(n) FROM firsts) AS firsts`

const ADD_UP = `
WITH due AS (
  DELETE FROM click_tallies RETURNING *
), taps AS MATERIALIZED (
  SELECT link_id, campaign_id, project_id, to_timestamp(at) AS quarter, count(*) AS clicks, count(*) FILTER (WHERE is_first) AS uniques
    FROM due, unnest(project_ids, link_ids, campaign_ids, quarters, are_first) AS t(project_id, link_id, campaign_id, at, is_first)
   GROUP BY 1, 2, 3, 4
), by_link AS (
  INSERT INTO link_clicks AS r (link_id, quarter, project_id, clicks, uniques)
  SELECT link_id, quarter, project_id, sum(clicks), sum(uniques) FROM taps GROUP BY 1, 2, 3 ORDER BY 1, 2
  ON CONFLICT (link_id, quarter) DO UPDATE SET clicks = r.clicks + EXCLUDED.clicks, uniques = r.uniques + EXCLUDED.uniques
), by_campaign AS (
  INSERT INTO campaign_clicks AS r (campaign_id, quarter, project_id, clicks, uniques)
  SELECT campaign_id, quarter, project_id, sum(clicks), sum(uniques) FROM taps GROUP BY 1, 2, 3 ORDER BY 1, 2
  ON CONFLICT (campaign_id, quarter) DO UPDATE SET clicks = r.clicks + EXCLUDED.clicks, uniques = r.uniques + EXCLUDED.uniques
)
UPDATE links l SET clicked_count = l.clicked_count + t.clicks
  FROM (SELECT link_id, sum(clicks)::bigint AS clicks FROM taps GROUP BY link_id ORDER BY link_id OFFSET 0) AS t
 WHERE l.id = t.link_id`
