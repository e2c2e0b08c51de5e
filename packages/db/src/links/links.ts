// Raw SQL: Prisma has no row locks and no advisory locks.
import type { Db } from '../connection/database.js'
import type { Prisma } from '../generated/prisma/client.js'

export type LinkRecord = Prisma.LinkGetPayload<{ include: typeof WITH_CAMPAIGN }>

export type NewLink = Prisma.LinkCreateManyInput

export type LinkChanges = Omit<
  Prisma.LinkUncheckedUpdateManyInput,
  'id' | 'projectId' | 'code' | 'clickedCount' | 'createdBy' | 'version' | 'createdAt' | 'updatedAt'
>

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

interface Campaigned {
  campaignId: number | null
  campaign: { deletedAt: Date | null } | null
}

/** Ends every query of links: deleting a campaign of a million links changes one row, and its links keep the id. */
export function withLiveCampaign<Link extends Campaigned>(link: Link): Link {
  const isGone = link.campaign !== null && link.campaign.deletedAt !== null
  return isGone ? { ...link, campaignId: null, campaign: null } : link
}
