// Raw SQL: Prisma has no sums by dimension.
import type { Db } from '../connection/database.js'

export interface Counts {
  clicks: number
  installs: number
  attributed: number
}

export interface DimensionCounts extends Counts {
  dimension: string
  value: string
}

/** Returns the time from which the counts by dimension are complete, and the time before which hours are compacted. */
export async function readRollUpState(
  db: Db,
): Promise<{ dimensionsSince: Date; compactedBefore: Date; attemptsUntil: Date }> {
  const [state] = await db.$queryRaw<
    { dimensionsSince: Date; compactedBefore: Date; attemptsUntil: Date }[]
  >`
    SELECT dimensions_since AS "dimensionsSince", compacted_before::timestamp AT TIME ZONE 'UTC' AS "compactedBefore",
           to_timestamp(('x' || left(replace(attempts_after_id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) AS "attemptsUntil"
      FROM roll_up_state WHERE id = 1`
  if (state === undefined) throw new Error('The table roll_up_state has lost its row')
  return state
}

/** A span between two full hours; before `compactedBefore`, between two days in UTC. */
export interface ProjectSpan {
  projectId: string
  from: Date
  to: Date
}

const DAY_MS = 86_400_000

/** Sums by dimension and value: of whole days in UTC from the counts by day, at both ends from those by hour. */
export function readProjectDimensions(
  db: Db,
  { projectId, from, to }: ProjectSpan,
): Promise<DimensionCounts[]> {
  const firstDay = new Date(Math.ceil(from.getTime() / DAY_MS) * DAY_MS)
  const lastDay = new Date(Math.floor(to.getTime() / DAY_MS) * DAY_MS)
  // Within one day in UTC there are only hours.
  const hasDays = firstDay <= lastDay
  const head = hasDays ? firstDay : to
  const tail = hasDays ? lastDay : to
  return db.$queryRaw<DimensionCounts[]>`
    SELECT dimension, value, sum(clicks)::float8 AS clicks, sum(installs)::float8 AS installs,
           sum(attributed)::float8 AS attributed
      FROM (
        SELECT dimension, value, clicks, installs, attributed
          FROM project_dimension_days
         WHERE project_id = ${projectId}::uuid AND dimension = ANY (${ALL}::text[])
           AND day >= (${head}::timestamptz AT TIME ZONE 'UTC')::date AND day < (${tail}::timestamptz AT TIME ZONE 'UTC')::date
         UNION ALL
        SELECT dimension, value, clicks, installs, attributed
          FROM project_dimension_hours
         WHERE project_id = ${projectId}::uuid AND dimension = ANY (${ALL}::text[])
           AND hour >= ${from}::timestamptz AND hour < ${head}::timestamptz
         UNION ALL
        SELECT dimension, value, clicks, installs, attributed
          FROM project_dimension_hours
         WHERE project_id = ${projectId}::uuid AND dimension = ANY (${ALL}::text[])
           AND hour >= ${tail}::timestamptz AND hour < ${to}::timestamptz
      ) AS counted
     GROUP BY 1, 2`
}

/** Names each dimension, so that the primary key finds each with its range of time. */
const ALL = [
  'platform',
  'outcome',
  'country',
  'os',
  'browser',
  'referrer',
  'source',
  'link',
  'campaign',
]

/** Totals by time, with zeros. A compacted day counts as its noon. */
export async function readProjectSeries(
  db: Db,
  { projectId, compactedBefore }: { projectId: string; compactedBefore: Date },
  bounds: readonly Date[],
): Promise<Counts[]> {
  const times = bounds.map((time) => time.toISOString())
  const [first, last] = [times[0], times.at(-1)]
  const rows = await db.$queryRaw<(Counts & { n: number })[]>`
    SELECT width_bucket(at, (SELECT ${times}::text[]::timestamptz[])) AS n, sum(clicks)::float8 AS clicks,
           sum(installs)::float8 AS installs, sum(attributed)::float8 AS attributed
      FROM (
        SELECT hour AS at, clicks, installs, attributed
          FROM project_dimension_hours
         WHERE project_id = ${projectId}::uuid AND dimension = 'platform'
           AND hour >= greatest(${first}::timestamptz, ${compactedBefore}::timestamptz) AND hour < ${last}::timestamptz
         UNION ALL
        SELECT (day + interval '12 hours') AT TIME ZONE 'UTC', clicks, installs, attributed
          FROM project_dimension_days
         WHERE project_id = ${projectId}::uuid AND dimension = 'platform'
           AND day >= (${first}::timestamptz AT TIME ZONE 'UTC')::date
           AND day < least((${last}::timestamptz AT TIME ZONE 'UTC')::date, (${compactedBefore}::timestamptz AT TIME ZONE 'UTC')::date)
      ) AS counted
     WHERE at >= ${first}::timestamptz AND at < ${last}::timestamptz
     GROUP BY 1`
  const byPlace = new Map(rows.map((row) => [row.n, row]))
  return bounds.slice(1).map((_, index) => {
    const { clicks = 0, installs = 0, attributed = 0 } = byPlace.get(index + 1) ?? {}
    return { clicks, installs, attributed }
  })
}

export interface AttemptCounts {
  outcome: string
  /** Upper bound of a bucket. */
  durationMs: number
  attempts: number
}

/** Attempts of the span by outcome and duration, shortest first. */
export function readAttemptCounts(
  db: Db,
  { projectId, from, to }: ProjectSpan,
): Promise<AttemptCounts[]> {
  return db.$queryRaw<AttemptCounts[]>`
    SELECT outcome, duration_ms AS "durationMs", sum(attempts)::float8 AS attempts
      FROM attempt_counts
     WHERE project_id = ${projectId}::uuid AND hour >= ${from}::timestamptz AND hour < ${to}::timestamptz
     GROUP BY 1, 2 ORDER BY 2`
}

export async function countFailedDeliveries(
  db: Db,
  { projectId, from, to }: ProjectSpan,
  limit: number,
): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::integer AS count
      FROM (
        SELECT FROM webhooks h
         CROSS JOIN LATERAL (
           SELECT FROM deliveries d
            WHERE d.webhook_id = h.id AND d.state IN ('failed', 'skipped') AND d.state = 'failed' AND NOT d.is_test
              AND d.id >= uuid7_floor(${from}::timestamptz) AND d.id < uuid7_floor(${to}::timestamptz)
            LIMIT ${limit}::integer
         ) AS d
         WHERE h.project_id = ${projectId}::uuid
         LIMIT ${limit}::integer
      ) AS failures`
  return row?.count ?? 0
}

export interface NamedLink {
  id: number
  code: string
  name: string | null
}

export function nameLinks(db: Db, projectId: string, ids: number[]): Promise<NamedLink[]> {
  return db.link.findMany({
    where: { projectId, id: { in: ids } },
    select: { id: true, code: true, name: true },
  })
}

export function nameCampaigns(
  db: Db,
  projectId: string,
  ids: number[],
): Promise<{ id: number; name: string }[]> {
  return db.campaign.findMany({
    where: { projectId, id: { in: ids } },
    select: { id: true, name: true },
  })
}
