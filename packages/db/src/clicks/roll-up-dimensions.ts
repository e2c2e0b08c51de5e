import { DIMENSIONS } from '@throughline/core/links/click-profile'
import type { Database } from '../connection/database.js'
import { batchStatement } from '../batch/batch-statement.js'

/** Deltas in one statement. A larger batch updates each row of the counts fewer times. */
export const DIMENSION_DELTAS_AT_ONCE = 250

/** Adds deltas to the counts by dimension and deletes them, one process at a time. Returns how many. */
export async function rollUpDimensions(
  database: Pick<Database, 'pool'>,
  atOnce = DIMENSION_DELTAS_AT_ONCE,
): Promise<number> {
  const { rows } = await batchStatement<{ deltas: number }>(database, {
    name: 'roll-up-dimensions',
    text: ROLL_UP_DIMENSIONS,
    values: [String(atOnce), `{${DIMENSIONS.join(',')}}`],
    isDurable: true,
  })
  return rows[0]?.deltas ?? 0
}

/** Adds `rows` (key, dimension, hour, value, project_id, clicks, attributed) to the counts of a link or campaign. */
function addTo(table: string, key: string): string {
  return `INSERT INTO ${table} AS r (${key}, dimension, hour, value, project_id, clicks, installs)
  SELECT ${key}, dimension, to_timestamp(hour::bigint * 3600), value, project_id, sum(clicks), sum(attributed)
    FROM valued
   WHERE ${key} IS NOT NULL AND clicks + attributed > 0
   GROUP BY ${key}, dimension, hour, value, project_id ORDER BY ${key}, dimension, hour, value
  ON CONFLICT (${key}, dimension, hour, value) DO UPDATE
     SET clicks = r.clicks + EXCLUDED.clicks, installs = r.installs + EXCLUDED.installs`
}

function addToProject(table: string, column: string, time: string): string {
  return `INSERT INTO ${table} AS r (project_id, dimension, ${column}, value, clicks, installs, attributed)
  SELECT project_id, dimension, ${time}, value, sum(clicks), sum(installs), sum(attributed)
    FROM of_project GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (project_id, dimension, ${column}, value) DO UPDATE
     SET clicks = r.clicks + EXCLUDED.clicks, installs = r.installs + EXCLUDED.installs,
         attributed = r.attributed + EXCLUDED.attributed`
}

/** Clicks of equal link, hour and profile are added up before their profile is taken apart. */
export const ROLL_UP_DIMENSIONS = `
WITH turn AS MATERIALIZED (
  SELECT pg_try_advisory_xact_lock(hashtext('throughline.dimension_deltas')) AS is_mine
), due AS MATERIALIZED (
  DELETE FROM dimension_deltas
   WHERE (SELECT is_mine FROM turn)
     AND id = ANY (ARRAY(SELECT id FROM dimension_deltas ORDER BY id LIMIT $1::integer))
  RETURNING project_ids, link_ids, campaign_ids, quarters, profile_places, profiles, outcomes
), clicked AS MATERIALIZED (
  SELECT link_id, campaign_id, quarter / 4 AS hour, profiles[place] AS profile, count(*) AS clicks
    FROM due, unnest(link_ids, campaign_ids, quarters, profile_places) AS t(link_id, campaign_id, quarter, place)
   WHERE outcomes IS NULL
   GROUP BY 1, 2, 3, 4
), installed AS MATERIALIZED (
  SELECT project_id, link_id, campaign_id, quarter / 4 AS hour, profiles[place] AS profile, outcome, count(*) AS installs
    FROM due, unnest(project_ids, link_ids, campaign_ids, quarters, profile_places, outcomes)
         AS t(project_id, link_id, campaign_id, quarter, place, outcome)
   WHERE outcomes IS NOT NULL
   GROUP BY 1, 2, 3, 4, 5, 6
), profiled AS MATERIALIZED (
  SELECT l.project_id, c.link_id, c.campaign_id, c.hour, c.profile, c.clicks, 0 AS installs, 0 AS attributed
    FROM clicked c
   CROSS JOIN LATERAL (SELECT project_id FROM links WHERE id = c.link_id LIMIT 1) AS l
   UNION ALL
  SELECT project_id, link_id, campaign_id, hour, profile, 0, installs, CASE WHEN link_id IS NULL THEN 0 ELSE installs END
    FROM installed
), valued AS MATERIALIZED (
  SELECT p.project_id, p.link_id, p.campaign_id, p.hour, d.dimension, d.value,
         sum(p.clicks) AS clicks, sum(p.installs) AS installs, sum(p.attributed) AS attributed
    FROM profiled p
   CROSS JOIN LATERAL unnest($2::text[], string_to_array(p.profile, E'\t')) AS d(dimension, value)
   WHERE d.value <> ''
   GROUP BY 1, 2, 3, 4, 5, 6
), of_project AS MATERIALIZED (
  SELECT project_id, hour, dimension, value, clicks, installs, attributed FROM valued
   UNION ALL
  SELECT project_id, hour, d.dimension, d.value, clicks, attributed, attributed
    FROM profiled, unnest(ARRAY['link', 'campaign'], ARRAY[link_id, campaign_id]::text[]) AS d(dimension, value)
   WHERE d.value IS NOT NULL
   UNION ALL
  SELECT project_id, hour, 'outcome', outcome, 0, installs, CASE WHEN link_id IS NULL THEN 0 ELSE installs END
    FROM installed
), by_link AS (
  ${addTo('link_dimensions', 'link_id')}
), by_campaign AS (
  ${addTo('campaign_dimensions', 'campaign_id')}
), by_hour AS (
  ${addToProject('project_dimension_hours', 'hour', 'to_timestamp(hour::bigint * 3600)')}
), by_day AS (
  ${addToProject('project_dimension_days', 'day', "'1970-01-01'::date + hour / 24")}
)
SELECT count(*)::integer AS deltas FROM due`
