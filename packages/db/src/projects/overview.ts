// Raw SQL: Prisma has no sums by dimension.
import type { Db } from '../connection/database.js'
import { Prisma } from '../generated/prisma/client.js'

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

/**
 * Sums by dimension and value. Reads the counts of the nearest whole days in UTC, and adds or subtracts those of the hours
 * at both ends. Most rows are those of links, which are read by weeks and days in the same way.
 *
 * @param links The number of links to return, those with the most clicks. Other dimensions are returned as a whole.
 */
export function readProjectDimensions(
  db: Db,
  { projectId, from, to }: ProjectSpan,
  { links }: { links: number },
): Promise<DimensionCounts[]> {
  const ofProject = Prisma.sql`project_id = ${projectId}::uuid`
  const of = (names: string[]) => Prisma.sql`${ofProject} AND dimension = ANY (${names}::text[])`
  const days = nearestWhole([from, to], DAY_MS, 0)
  const weeks = nearestWhole(days, WEEK_MS, MONDAY_MS)
  const parts = [
    Prisma.sql`
      SELECT 'link' AS dimension, link_id::text AS value, clicks, attributed AS installs, attributed
        FROM project_link_weeks
       WHERE ${ofProject} AND week >= ${dateOf(weeks[0])} AND week < ${dateOf(weeks[1])}`,
    ...edgesOf(days, weeks).map((edge) => countsByDay(of(['link']), edge)),
    countsByDay(of(OTHER_DIMENSIONS), { range: days, sign: 1 }),
    ...edgesOf([from, to], days).map((edge) =>
      countsByHour(of(['link', ...OTHER_DIMENSIONS]), edge),
    ),
  ]
  // A project may have clicks on each of 100,000 links, of which an overview shows ten.
  return db.$queryRaw<DimensionCounts[]>`
    SELECT dimension, value, clicks, installs, attributed
      FROM (
        SELECT dimension, value, sum(clicks)::float8 AS clicks, sum(installs)::float8 AS installs,
               sum(attributed)::float8 AS attributed,
               row_number() OVER (PARTITION BY dimension
                                  ORDER BY sum(clicks) DESC, sum(installs) DESC, value COLLATE "C") AS place
          FROM (${Prisma.join(parts, ' UNION ALL ')}) AS counted
         GROUP BY 1, 2 HAVING sum(clicks) <> 0 OR sum(installs) <> 0
      ) AS summed
     WHERE dimension <> 'link' OR place <= ${links}::integer`
}

type Range = readonly [from: Date, to: Date]

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** The first Monday after the epoch: PostgreSQL's weeks begin on Monday. */
const MONDAY_MS = 4 * DAY_MS

/** The whole units nearest to a range, or an empty range at its end if the edges would be as long as the range. */
function nearestWhole([from, to]: Range, unitMs: number, firstMs: number): Range {
  const nearest = (time: Date) =>
    new Date(Math.round((time.getTime() - firstMs) / unitMs) * unitMs + firstMs)
  const [first, last] = [nearest(from), nearest(to)]
  const edgesMs =
    Math.abs(first.getTime() - from.getTime()) + Math.abs(last.getTime() - to.getTime())
  return edgesMs < to.getTime() - from.getTime() ? [first, last] : [to, to]
}

interface Edge {
  range: Range
  sign: 1 | -1
}

/** What to add to a range of whole units, and to subtract from it, to get the other range. */
function edgesOf([from, to]: Range, [first, last]: Range): Edge[] {
  const edges: Edge[] = [
    from < first ? { range: [from, first], sign: 1 } : { range: [first, from], sign: -1 },
    last < to ? { range: [last, to], sign: 1 } : { range: [to, last], sign: -1 },
  ]
  return edges.filter(({ range }) => range[0] < range[1])
}

function dateOf(time: Date): Prisma.Sql {
  return Prisma.sql`(${time}::timestamptz AT TIME ZONE 'UTC')::date`
}

function countsByDay(of: Prisma.Sql, { range, sign }: Edge): Prisma.Sql {
  return Prisma.sql`
    SELECT ${signed(sign)} FROM project_dimension_days
     WHERE ${of} AND day >= ${dateOf(range[0])} AND day < ${dateOf(range[1])}`
}

function countsByHour(of: Prisma.Sql, { range, sign }: Edge): Prisma.Sql {
  return Prisma.sql`
    SELECT ${signed(sign)} FROM project_dimension_hours
     WHERE ${of} AND hour >= ${range[0]}::timestamptz AND hour < ${range[1]}::timestamptz`
}

function signed(sign: 1 | -1): Prisma.Sql {
  return sign === 1
    ? Prisma.sql`dimension, value, clicks, installs, attributed`
    : Prisma.sql`dimension, value, -clicks, -installs, -attributed`
}

/** Names each dimension, so that the primary key finds each with its range of time. */
const OTHER_DIMENSIONS = [
  'platform',
  'outcome',
  'country',
  'os',
  'browser',
  'referrer',
  'source',
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
