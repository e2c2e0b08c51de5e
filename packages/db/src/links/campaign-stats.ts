// Raw SQL: Prisma has no sums by day.
import type { Db } from '../connection/database.js'

export interface CampaignDay {
  /** YYYY-MM-DD. */
  date: string
  clicks: number
  uniques: number
  installs: number
}

/** The last `days` days of a campaign in UTC, oldest first, with today and empty days; from the roll-up. */
export function readCampaignDays(
  db: Db,
  campaign: { projectId: string; id: number; days: number },
): Promise<CampaignDay[]> {
  const { projectId, id, days } = campaign
  return db.$queryRaw<CampaignDay[]>`
    WITH span AS (
      SELECT (now() AT TIME ZONE 'UTC')::date - ${days - 1}::integer AS first
    ), clicked AS (
      SELECT (quarter AT TIME ZONE 'UTC')::date AS day, sum(clicks) AS clicks, sum(uniques) AS uniques
        FROM campaign_clicks, span
       WHERE campaign_id = ${id}::integer AND project_id = ${projectId}::uuid
         AND quarter >= span.first::timestamp AT TIME ZONE 'UTC'
       GROUP BY 1
    ), installed AS (
      SELECT (attributed_at AT TIME ZONE 'UTC')::date AS day, count(*) AS installs
        FROM attributions, span
       WHERE campaign_id = ${id}::integer AND project_id = ${projectId}::uuid
         AND attributed_at >= span.first::timestamp AT TIME ZONE 'UTC'
       GROUP BY 1
    )
    SELECT to_char(day, 'YYYY-MM-DD') AS date,
           -- Up to 2^53 these are exact, and come as numbers.
           coalesce(clicks, 0)::float8 AS clicks, coalesce(uniques, 0)::float8 AS uniques,
           coalesce(installs, 0)::float8 AS installs
      FROM span
     CROSS JOIN LATERAL (
       SELECT span.first + n AS day FROM generate_series(0, ${days - 1}::integer) AS n
     ) AS calendar
      LEFT JOIN clicked USING (day)
      LEFT JOIN installed USING (day)
     ORDER BY day`
}
