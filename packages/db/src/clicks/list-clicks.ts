// Raw SQL: clicks have no index by project, so that a click costs nothing for this list.
import type { Db } from '../connection/database.js'
import { Prisma } from '../generated/prisma/client.js'

export interface ListedClick {
  id: string
  code: string
  linkId: number
  campaignId: number | null
  createdAt: Date
  source: string
  platform: string
  osVersion: string | null
  userAgent: string | null
  referer: string | null
  country: string | null
  params: Record<string, string>
  uncountedReason: string | null
  isClaimed: boolean
}

/** A null field does not filter. */
export interface ClickFilter {
  projectId: string
  code: string | null
  campaignId: number | null
  platform: string | null
  country: string | null
  isCounted: boolean | null
  isClaimed: boolean | null
  /** Inclusive; `to` is exclusive. */
  from: Date | null
  to: Date | null
}

/** Clicks of all projects that one page reads at most. */
const READ_AT_ONCE = 20_000

/** Clicks, newest first. A page may be short or empty although more follow, from `nextId`, which is null at the end. */
export async function listClicks(
  db: Db,
  filter: ClickFilter,
  { beforeId, limit }: { beforeId: string | null; limit: number },
): Promise<{ rows: ListedClick[]; nextId: string | null }> {
  const range = Prisma.sql`(${rangeOf(filter, beforeId)}) ORDER BY id DESC`
  const rows = await db.$queryRaw<ListedClick[]>`
    SELECT c.id, l.code, c.link_id AS "linkId", c.campaign_id AS "campaignId", c.created_at AS "createdAt", c.source,
           c.platform, c.os_version AS "osVersion", c.user_agent AS "userAgent", c.referer, c.country, c.params,
           c.uncounted_reason AS "uncountedReason", c.consumed_at IS NOT NULL AS "isClaimed"
      FROM (SELECT * FROM clicks WHERE ${range} LIMIT ${READ_AT_ONCE}::integer) AS c
     CROSS JOIN LATERAL (SELECT code FROM links WHERE links.id = c.link_id LIMIT 1) AS l
     WHERE c.project_id = ${filter.projectId}::uuid ${conditions(filter)}
     ORDER BY c.id DESC LIMIT ${limit}::integer`
  if (rows.length === limit) return { rows, nextId: rows.at(-1)?.id ?? null }
  const [last] = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM clicks WHERE ${range} OFFSET ${READ_AT_ONCE - 1}::integer LIMIT 1`
  const nextId = last?.id ?? null
  // Clicks inserted between the two reads move the end. Rows beyond it are on the next page.
  return { rows: nextId === null ? rows : rows.filter(({ id }) => id >= nextId), nextId }
}

function rangeOf({ from, to }: ClickFilter, beforeId: string | null): Prisma.Sql {
  const given = [
    beforeId !== null && Prisma.sql`id < ${beforeId}::uuid`,
    from !== null && Prisma.sql`id >= uuid7_floor(${from}::timestamptz)`,
    to !== null && Prisma.sql`id < uuid7_floor(${to}::timestamptz)`,
  ].filter((condition) => condition !== false)
  return given.length === 0 ? Prisma.sql`true` : Prisma.join(given, ' AND ')
}

function conditions(filter: ClickFilter): Prisma.Sql {
  const { projectId, code, campaignId, platform, country, isCounted, isClaimed } = filter
  const given = [
    code !== null &&
      Prisma.sql`c.link_id = (SELECT id FROM links WHERE project_id = ${projectId}::uuid AND code = ${code})`,
    campaignId !== null && Prisma.sql`c.campaign_id = ${campaignId}::integer`,
    platform !== null && Prisma.sql`c.platform = ${platform}`,
    country !== null && Prisma.sql`c.country = ${country}`,
    isCounted !== null && Prisma.sql`(c.uncounted_reason IS NULL) = ${isCounted}::boolean`,
    isClaimed !== null && Prisma.sql`(c.consumed_at IS NOT NULL) = ${isClaimed}::boolean`,
  ].filter((condition) => condition !== false)
  return given.length === 0 ? Prisma.empty : Prisma.sql`AND ${Prisma.join(given, ' AND ')}`
}
