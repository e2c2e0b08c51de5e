// Raw SQL: the order is written for one index, and counting stops at a limit.
import { selectColumns } from '../batch/select-columns.js'
import type { Db } from '../connection/database.js'
import { escapeLike } from '../connection/escape-like.js'
import { Prisma } from '../generated/prisma/client.js'
import { withLiveCampaign, type LinkRecord } from './links.js'

export interface LinkOrder {
  by: 'createdAt' | 'updatedAt' | 'clickedCount' | 'name' | 'expiresAt'
  isDown: boolean
}

export interface LinkFilter {
  projectId: string
  /** Part of the name, code or URL, case-insensitive; `%` and `_` are literal. */
  search: string | null
  /** If the status is null, includes the link of this code even if it is archived. */
  code: string | null
  tag: string | null
  campaignId: number | null
  /** Null for all links that are not archived. */
  status: 'active' | 'archived' | 'expired' | null
  createdBy: 'admin' | 'sdk' | null
  /** Created at or after `from`, and before `to`. */
  from: Date | null
  to: Date | null
}

/** Links, newest first by default: after `beforeId` for a cursor, or after `skip` for a numbered page. */
export async function listLinks(
  db: Db,
  filter: LinkFilter,
  page: { take: number; skip: number; beforeId: number | null; order?: LinkOrder | null },
): Promise<LinkRecord[]> {
  const { beforeId, take, skip } = page
  const order = orderOf(page.order ?? null)
  const older = beforeId === null ? Prisma.empty : Prisma.sql`AND -l.id > ${-beforeId}::bigint`
  const found = Prisma.sql`
    FROM links l WHERE ${conditions(filter)} ${older}
    ORDER BY ${order.by} LIMIT ${take}::integer OFFSET ${skip}::bigint`
  // Sorting ids takes 0.57 of the time that sorting rows takes.
  const rows = await db.$queryRaw<Omit<LinkRecord, 'campaign'>[]>(
    order.isById
      ? Prisma.sql`SELECT ${COLUMNS} ${found}`
      : Prisma.sql`
        SELECT ${COLUMNS} FROM links l WHERE l.id = ANY (ARRAY(SELECT l.id ${found})) ORDER BY ${order.by}`,
  )
  return withCampaigns(db, rows)
}

export async function countLinks(db: Db, filter: LinkFilter, limit: number): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::integer AS count
      FROM (SELECT FROM links l WHERE ${conditions(filter)} LIMIT ${limit}::integer) AS counted`
  return row?.count ?? 0
}

const COLUMNS = Prisma.raw(selectColumns(Prisma.LinkScalarFieldEnum))

/**
 * Ids and times of creation have the same order. Equal links follow their ids, so that no page repeats one. The index by
 * project has `-id`: for the order of `id` the planner may read the primary key, with the links of all projects.
 */
function orderOf(order: LinkOrder | null): { by: Prisma.Sql; isById: boolean } {
  if (order === null || order.by === 'createdAt') {
    const isDown = order === null || order.isDown
    return { by: isDown ? Prisma.sql`-l.id` : Prisma.sql`-l.id DESC`, isById: true }
  }
  const sort = Prisma.raw(order.isDown ? 'DESC' : 'ASC')
  // An index has the magnitudes, so that PostgreSQL sorts only links of the same magnitude.
  if (order.by === 'clickedCount')
    return {
      by: Prisma.sql`l.click_magnitude ${sort}, l.clicked_count ${sort}, l.id ${sort}`,
      isById: false,
    }
  return { by: Prisma.sql`${SORTED[order.by]} ${sort} NULLS LAST, l.id ${sort}`, isById: false }
}

const SORTED = {
  updatedAt: Prisma.raw('l.updated_at'),
  name: Prisma.raw('l.name'),
  expiresAt: Prisma.raw('l.expires_at'),
}

/** Only conditions that are set are in the statement, so that the planner sees which index helps. */
function conditions(filter: LinkFilter): Prisma.Sql {
  const { projectId, search, code, tag, campaignId, status, createdBy, from, to } = filter
  const given = [
    Prisma.sql`l.project_id = ${projectId}::uuid`,
    code !== null && Prisma.sql`l.code = ${code}`,
    tag !== null && Prisma.sql`${tag} = ANY (l.tags)`,
    campaignId !== null &&
      Prisma.sql`l.campaign_id = ${campaignId}::integer
        AND EXISTS (SELECT FROM campaigns WHERE id = ${campaignId}::integer AND deleted_at IS NULL)`,
    createdBy !== null && Prisma.sql`l.created_by = ${createdBy}`,
    from !== null && Prisma.sql`l.created_at >= ${from}::timestamptz`,
    to !== null && Prisma.sql`l.created_at < ${to}::timestamptz`,
    code !== null && status === null ? false : hasStatus(status, new Date()),
    search !== null && containsText(search),
  ].filter((condition) => condition !== false)
  return Prisma.join(given, ' AND ')
}

/** `ILIKE` with the same pattern takes 1.4 times as long. */
function containsText(text: string): Prisma.Sql {
  const pattern = `%${escapeLike(text)}%`
  const columns = ['l.name', 'l.code', 'l.actual_url'].map((column) => Prisma.raw(column))
  const parts = columns.map((column) => Prisma.sql`lower(${column}) LIKE lower(${pattern})`)
  return Prisma.sql`(${Prisma.join(parts, ' OR ')})`
}

function hasStatus(status: LinkFilter['status'], now: Date): Prisma.Sql {
  switch (status) {
    case null:
      return Prisma.sql`l.archived_at IS NULL`
    case 'archived':
      return Prisma.sql`l.archived_at IS NOT NULL`
    case 'expired':
      return Prisma.sql`l.archived_at IS NULL AND l.expires_at <= ${now}::timestamptz`
    case 'active':
      return Prisma.sql`l.archived_at IS NULL AND (l.expires_at IS NULL OR l.expires_at > ${now}::timestamptz)`
  }
}

async function withCampaigns(db: Db, links: Omit<LinkRecord, 'campaign'>[]): Promise<LinkRecord[]> {
  const ids = new Set(links.flatMap(({ campaignId }) => campaignId ?? []))
  const found =
    ids.size === 0 ? [] : await db.campaign.findMany({ where: { id: { in: [...ids] } } })
  const campaigns = new Map(found.map((campaign) => [campaign.id, campaign]))
  return links.map((link) =>
    withLiveCampaign({ ...link, campaign: campaigns.get(link.campaignId ?? 0) ?? null }),
  )
}
