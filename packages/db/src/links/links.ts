// Raw SQL: Prisma has no row locks and no advisory locks.
import type { Db } from '../connection/database.js'
import { escapeLike } from '../connection/escape-like.js'
import type { Prisma } from '../generated/prisma/client.js'

export type LinkRecord = Prisma.LinkGetPayload<{ include: typeof WITH_CAMPAIGN }>

export type NewLink = Prisma.LinkCreateManyInput

export type LinkChanges = Omit<
  Prisma.LinkUncheckedUpdateManyInput,
  'id' | 'projectId' | 'code' | 'clickedCount' | 'createdBy' | 'version' | 'createdAt' | 'updatedAt'
>

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

const WITH_CAMPAIGN = { campaign: true } as const

/** The link of this code in the project, also if archived or expired, or null. */
export async function findLinkByCode(
  db: Db,
  projectId: string,
  code: string,
): Promise<LinkRecord | null> {
  const link = await db.link.findUnique({
    where: { projectId_code: { projectId, code } },
    include: WITH_CAMPAIGN,
  })
  return link === null ? null : withLiveCampaign(link)
}

/** The links of these codes, unordered. Omits unknown codes. */
export async function findLinksByCodes(
  db: Db,
  codes: { projectId: string; code: string }[],
): Promise<LinkRecord[]> {
  const links = await db.link.findMany({ where: { OR: codes }, include: WITH_CAMPAIGN })
  return links.map(withLiveCampaign)
}

/** Writes links of distinct codes; returns the written ones, unordered, without those whose code is taken. */
export async function insertLinks(db: Db, links: NewLink[]): Promise<LinkRecord[]> {
  const made = await db.link.createManyAndReturn({
    data: links,
    skipDuplicates: true,
    include: WITH_CAMPAIGN,
  })
  return made.map(withLiveCampaign)
}

/** Serializes bulk inserts into a project: two that want the same codes in another order would deadlock. */
export async function lockBulkInsert(db: Db, projectId: string): Promise<void> {
  const name = `links:${projectId}`
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`
}

/** `findLinkByCode`, locked until the transaction ends. */
export async function lockLinkByCode(
  db: Db,
  projectId: string,
  code: string,
): Promise<LinkRecord | null> {
  await db.$queryRaw`
    SELECT id FROM links WHERE project_id = ${projectId}::uuid AND code = ${code} FOR NO KEY UPDATE`
  return findLinkByCode(db, projectId, code)
}

/** `lockLinkByCode` for several codes, in the order of their ids. Omits unknown codes. */
export async function lockLinksByCodes(
  db: Db,
  projectId: string,
  codes: string[],
): Promise<LinkRecord[]> {
  await db.$queryRaw`
    SELECT id FROM links WHERE project_id = ${projectId}::uuid AND code = ANY(${codes}::text[])
     ORDER BY id FOR NO KEY UPDATE`
  const where = { projectId, code: { in: codes } }
  const links = await db.link.findMany({ where, include: WITH_CAMPAIGN, orderBy: { id: 'asc' } })
  return links.map(withLiveCampaign)
}

export async function updateLink(db: Db, id: number, changes: LinkChanges): Promise<LinkRecord> {
  const data = { ...changes, version: { increment: 1 } }
  return withLiveCampaign(await db.link.update({ where: { id }, data, include: WITH_CAMPAIGN }))
}

/** Changes locked links, with one statement for all links with equal changes. Returns them unordered. */
export async function updateLinks(
  db: Db,
  planned: readonly { link: LinkRecord; changes: LinkChanges }[],
): Promise<LinkRecord[]> {
  const groups = new Map<string, { changes: LinkChanges; ids: number[] }>()
  for (const { link, changes } of planned) {
    const key = JSON.stringify(changes)
    const group = groups.get(key) ?? { changes, ids: [] }
    groups.set(key, { ...group, ids: [...group.ids, link.id] })
  }
  for (const { changes, ids } of groups.values())
    await db.link.updateMany({
      where: { id: { in: ids } },
      data: { ...changes, version: { increment: 1 } },
    })
  const ids = planned.map(({ link }) => link.id)
  const links = await db.link.findMany({ where: { id: { in: ids } }, include: WITH_CAMPAIGN })
  return links.map(withLiveCampaign)
}

/** Links, newest first by default: after `beforeId` for a cursor, or after `skip` for a numbered page. */
export async function listLinks(
  db: Db,
  filter: LinkFilter,
  page: { take: number; skip: number; beforeId: number | null; order?: LinkOrder | null },
): Promise<LinkRecord[]> {
  const below = page.beforeId === null ? {} : { id: { lt: page.beforeId } }
  const links = await db.link.findMany({
    where: { ...where(filter), ...below },
    include: WITH_CAMPAIGN,
    orderBy: orderOf(page.order ?? null),
    take: page.take,
    skip: page.skip,
  })
  return links.map(withLiveCampaign)
}

/** Ids and times of creation have the same order. Equal links follow their ids, so that no page repeats one. */
function orderOf(order: LinkOrder | null): Prisma.LinkOrderByWithRelationInput[] {
  if (order === null) return [{ id: 'desc' }]
  const { by, isDown } = order
  const sort = isDown ? 'desc' : 'asc'
  if (by === 'createdAt') return [{ id: sort }]
  const isNullable = by === 'name' || by === 'expiresAt'
  return [{ [by]: isNullable ? { sort, nulls: 'last' } : sort }, { id: sort }]
}

export async function listTakenCodes(
  db: Db,
  projectId: string,
  codes: string[],
): Promise<string[]> {
  const links = await db.link.findMany({
    where: { projectId, code: { in: codes } },
    select: { code: true },
  })
  return links.map(({ code }) => code)
}

export function countLinks(db: Db, filter: LinkFilter): Promise<number> {
  return db.link.count({ where: where(filter) })
}

function where(filter: LinkFilter): Prisma.LinkWhereInput {
  const { projectId, search, code, tag, campaignId, status, createdBy, from, to } = filter
  const part = { contains: escapeLike(search ?? ''), mode: 'insensitive' } as const
  return {
    projectId,
    ...(code === null ? {} : { code }),
    ...(tag === null ? {} : { tags: { has: tag } }),
    ...(campaignId === null ? {} : { campaignId, campaign: { deletedAt: null } }),
    ...(createdBy === null ? {} : { createdBy }),
    createdAt: { ...(from === null ? {} : { gte: from }), ...(to === null ? {} : { lt: to }) },
    AND: [
      code !== null && status === null ? {} : statusWhere(status, new Date()),
      search === null ? {} : { OR: [{ name: part }, { code: part }, { actualUrl: part }] },
    ],
  }
}

function statusWhere(status: LinkFilter['status'], now: Date): Prisma.LinkWhereInput {
  switch (status) {
    case null:
      return { archivedAt: null }
    case 'archived':
      return { archivedAt: { not: null } }
    case 'expired':
      return { archivedAt: null, expiresAt: { lte: now } }
    case 'active':
      return { archivedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] }
  }
}

interface Campaigned {
  campaignId: number | null
  campaign: { deletedAt: Date | null } | null
}

/** Ends every query of links: deleting a campaign of a million links changes one row, and its links keep the id. */
function withLiveCampaign<Link extends Campaigned>(link: Link): Link {
  const isGone = link.campaign !== null && link.campaign.deletedAt !== null
  return isGone ? { ...link, campaignId: null, campaign: null } : link
}
