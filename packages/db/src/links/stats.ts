// Raw SQL: Prisma has no sums by day.
import type { Dimension } from '@throughline/core/links/click-profile'
import type { Db } from '../connection/database.js'
import { Prisma } from '../generated/prisma/client.js'

export interface StatsSubject {
  kind: 'link' | 'campaign'
  projectId: string
  id: number
}

export interface StatsDay {
  clicks: number
  /** Visitors who clicked a link for the first time on that day in UTC. */
  uniques: number
  /** Attributed installs. */
  installs: number
}

const TABLES = {
  link: {
    id: Prisma.raw('link_id'),
    clicks: Prisma.raw('link_clicks'),
    dimensions: Prisma.raw('link_dimensions'),
  },
  campaign: {
    id: Prisma.raw('campaign_id'),
    clicks: Prisma.raw('campaign_clicks'),
    dimensions: Prisma.raw('campaign_dimensions'),
  },
}

/** Clicks and installs by day, with zeros. `bounds`: the beginning of each day, then the end of the last one. */
export async function readStatsDays(
  db: Db,
  { kind, projectId, id }: StatsSubject,
  bounds: readonly Date[],
): Promise<StatsDay[]> {
  const table = TABLES[kind]
  const times = bounds.map((time) => time.toISOString())
  const [first, last] = [times[0], times.at(-1)]
  const rows = await db.$queryRaw<(StatsDay & { day: number })[]>`
    SELECT day, sum(clicks)::float8 AS clicks, sum(uniques)::float8 AS uniques, sum(installs)::float8 AS installs
      FROM (
        SELECT width_bucket(quarter, (SELECT ${times}::text[]::timestamptz[])) AS day, clicks, uniques, 0 AS installs
          FROM ${table.clicks}
         WHERE ${table.id} = ${id}::integer AND project_id = ${projectId}::uuid
           AND quarter >= ${first}::timestamptz AND quarter < ${last}::timestamptz
         UNION ALL
        SELECT width_bucket(attributed_at, (SELECT ${times}::text[]::timestamptz[])), 0, 0, 1
          FROM attributions
         WHERE ${table.id} = ${id}::integer AND project_id = ${projectId}::uuid
           AND attributed_at >= ${first}::timestamptz AND attributed_at < ${last}::timestamptz
      ) AS counted
     GROUP BY 1`
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return bounds.slice(1).map((_, index) => {
    const { clicks = 0, uniques = 0, installs = 0 } = byDay.get(index + 1) ?? {}
    return { clicks, uniques, installs }
  })
}

/** Attributed installs of links since their creation, as `readStatsDays` counts them. Omits links without installs. */
export async function countLinkInstalls(
  db: Db,
  projectId: string,
  linkIds: number[],
): Promise<Map<number, number>> {
  const rows = await db.attribution.groupBy({
    by: ['linkId'],
    where: { projectId, linkId: { in: linkIds } },
    _count: true,
  })
  return new Map(rows.map(({ linkId, _count: installs }) => [linkId, installs]))
}

export interface ValueCounts {
  value: string
  clicks: number
  installs: number
}

export interface GroupedCounts {
  total: { clicks: number; installs: number }
  /** Excludes unknown values, which have no row. */
  values: ValueCounts[]
}

/** Clicks and installs by the values of a dimension, between two full hours. */
export async function readGroups(
  db: Db,
  { kind, projectId, id }: StatsSubject,
  { dimension, from, to }: { dimension: Dimension; from: Date; to: Date },
): Promise<GroupedCounts> {
  const table = TABLES[kind]
  const of = Prisma.sql`${table.id} = ${id}::integer AND project_id = ${projectId}::uuid`
  const between = (time: Prisma.Sql) =>
    Prisma.sql`${time} >= ${from}::timestamptz AND ${time} < ${to}::timestamptz`
  const values = await db.$queryRaw<ValueCounts[]>`
    SELECT value, sum(clicks)::float8 AS clicks, sum(installs)::float8 AS installs
      FROM ${table.dimensions}
     WHERE ${of} AND dimension = ${dimension} AND ${between(Prisma.sql`hour`)}
     GROUP BY 1 ORDER BY 2 DESC, 3 DESC, 1`
  const [total] = await db.$queryRaw<[GroupedCounts['total']]>`
    SELECT (SELECT coalesce(sum(clicks), 0) FROM ${table.clicks}
             WHERE ${of} AND ${between(Prisma.sql`quarter`)})::float8 AS clicks,
           (SELECT coalesce(sum(installs), 0) FROM ${table.dimensions}
             WHERE ${of} AND dimension = 'platform' AND ${between(Prisma.sql`hour`)})::float8 AS installs`
  return { values, total }
}
