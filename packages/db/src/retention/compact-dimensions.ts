// Raw SQL: Prisma has no DELETE … RETURNING into an insert.
import type { Database, Db } from '../connection/database.js'
import { Prisma } from '../generated/prisma/client.js'

/** How long counts by dimension are kept by hour and with every value. */
export const DIMENSION_HOURS_DAYS = 90
/** Values that each day keeps of a dimension; rarer ones become `other`. */
const KEPT_VALUES = 50
/** Links or campaigns in one statement. */
const IDS_AT_ONCE = 1_000

/**
 * Compacts counts older than 90 days: hours to days, rare values to `other`. Deletes counts of attempts, which have no
 * daily form. Safe to repeat; false if none was due.
 */
export async function compactDimensions(
  { prisma }: Pick<Database, 'prisma'>,
  now = new Date(),
): Promise<boolean> {
  const cutoff = dayBefore(now, DIMENSION_HOURS_DAYS)
  const { compactedBefore: since } = await prisma.rollUpState.findUniqueOrThrow({
    where: { id: 1 },
  })
  if (since >= cutoff) return false
  await compactAll(prisma, { table: 'link_dimensions', key: 'link_id' }, { since, cutoff })
  await compactAll(prisma, { table: 'campaign_dimensions', key: 'campaign_id' }, { since, cutoff })
  for (const { id } of await prisma.project.findMany({ select: { id: true } }))
    await foldProjectDays(prisma, id, { since, cutoff })
  await prisma.rollUpState.update({ where: { id: 1 }, data: { compactedBefore: cutoff } })
  await prisma.projectDimensionHour.deleteMany({ where: { hour: { lt: cutoff } } })
  await prisma.attemptCount.deleteMany({ where: { hour: { lt: cutoff } } })
  return true
}

function dayBefore(now: Date, days: number): Date {
  const day = new Date(now.getTime() - days * 86_400_000)
  return new Date(day.toISOString().slice(0, 10))
}

interface Days {
  since: Date
  cutoff: Date
}

interface Compacted {
  table: 'link_dimensions' | 'campaign_dimensions'
  key: 'link_id' | 'campaign_id'
}

async function compactAll(db: Db, { table, key }: Compacted, days: Days): Promise<void> {
  const [name, column] = [Prisma.raw(table), Prisma.raw(key)]
  const [bounds] = await db.$queryRaw<{ low: number | null; high: number | null }[]>`
    SELECT min(${column}) AS low, max(${column}) AS high FROM ${name}`
  const { low = null, high = null } = bounds ?? {}
  if (low === null || high === null) return
  for (let from = low; from <= high; from += IDS_AT_ONCE)
    await db.$executeRaw`
      WITH moved AS (
        DELETE FROM ${name}
         WHERE ${column} >= ${from}::integer AND ${column} < ${from + IDS_AT_ONCE}::bigint
           AND hour >= ${days.since}::timestamptz AND hour < ${days.cutoff}::timestamptz
        RETURNING *
      ), by_day AS (
        SELECT ${column} AS id, dimension, date_trunc('day', hour, 'UTC') AS day, value, project_id,
               sum(clicks) AS clicks, sum(installs) AS installs
          FROM moved GROUP BY 1, 2, 3, 4, 5
      ), ranked AS (
        SELECT *, row_number() OVER (PARTITION BY id, dimension, day ORDER BY clicks DESC, installs DESC, value) AS place
          FROM by_day
      )
      INSERT INTO ${name} (${column}, dimension, hour, value, project_id, clicks, installs)
      SELECT id, dimension, day + interval '12 hours', CASE WHEN place > ${KEPT_VALUES}::integer THEN 'other' ELSE value END,
             project_id, sum(clicks), sum(installs)
        FROM ranked GROUP BY 1, 2, 3, 4, 5`
}

/** Links and campaigns keep their names: they are not made up by visitors. */
async function foldProjectDays(db: Db, projectId: string, { since, cutoff }: Days): Promise<void> {
  await db.$executeRaw`
    WITH ranked AS (
      SELECT dimension, day, value,
             row_number() OVER (PARTITION BY dimension, day ORDER BY clicks DESC, installs DESC, value) AS place
        FROM project_dimension_days
       WHERE project_id = ${projectId}::uuid AND day >= ${since}::date AND day < ${cutoff}::date
         AND dimension IN ('os', 'browser', 'referrer', 'source') AND value <> 'other'
    ), moved AS (
      DELETE FROM project_dimension_days d USING ranked r
       WHERE d.project_id = ${projectId}::uuid AND d.dimension = r.dimension AND d.day = r.day AND d.value = r.value
         AND r.place > ${KEPT_VALUES}::integer
      RETURNING d.*
    )
    INSERT INTO project_dimension_days AS d (project_id, dimension, day, value, clicks, installs, attributed)
    SELECT project_id, dimension, day, 'other', sum(clicks), sum(installs), sum(attributed)
      FROM moved GROUP BY 1, 2, 3
    ON CONFLICT (project_id, dimension, day, value) DO UPDATE
       SET clicks = d.clicks + EXCLUDED.clicks, installs = d.installs + EXCLUDED.installs,
           attributed = d.attributed + EXCLUDED.attributed`
}
