// Raw SQL: Prisma has no row locks.
import type { Db } from '../connection/database.js'
import { escapeLike } from '../connection/escape-like.js'
import type { Campaign, Prisma } from '../generated/prisma/client.js'

export type CampaignRecord = Campaign

export type NewCampaign = Prisma.CampaignUncheckedCreateInput

/** Omitted fields stay unchanged. */
export type CampaignChanges = Partial<
  Omit<
    CampaignRecord,
    'id' | 'projectId' | 'createdBy' | 'version' | 'deletedAt' | 'createdAt' | 'updatedAt'
  >
>

export interface CampaignFilter {
  projectId: string
  status: string | null
  /** Part of the name, case-insensitive; `%` and `_` are literal. */
  search: string | null
}

export function findCampaign(
  db: Db,
  projectId: string,
  id: number,
): Promise<CampaignRecord | null> {
  return db.campaign.findFirst({ where: { id, projectId, deletedAt: null } })
}

export function insertCampaign(db: Db, campaign: NewCampaign): Promise<CampaignRecord> {
  return db.campaign.create({ data: campaign })
}

/** Returns the campaign like `findCampaign`, locked until the transaction ends. */
export async function lockCampaign(
  db: Db,
  projectId: string,
  id: number,
): Promise<CampaignRecord | null> {
  await db.$queryRaw`
    SELECT 1 FROM campaigns WHERE id = ${id} AND project_id = ${projectId}::uuid FOR NO KEY UPDATE`
  return findCampaign(db, projectId, id)
}

export function updateCampaign(
  db: Db,
  id: number,
  changes: CampaignChanges,
): Promise<CampaignRecord> {
  return db.campaign.update({ where: { id }, data: { ...changes, version: { increment: 1 } } })
}

/** Marks a campaign as deleted. Its row stays for its links, clicks and attributions. */
export async function deleteCampaign(db: Db, id: number): Promise<void> {
  await db.campaign.update({ where: { id }, data: { deletedAt: new Date() } })
}

/** Campaigns, newest first: after `beforeId` for a cursor, or after `skip` for a numbered page. */
export function listCampaigns(
  db: Db,
  filter: CampaignFilter,
  page: { take: number; skip: number; beforeId: number | null },
): Promise<CampaignRecord[]> {
  const below = page.beforeId === null ? {} : { id: { lt: page.beforeId } }
  return db.campaign.findMany({
    where: { ...where(filter), ...below },
    orderBy: { id: 'desc' },
    take: page.take,
    skip: page.skip,
  })
}

export function countCampaigns(db: Db, filter: CampaignFilter, limit: number): Promise<number> {
  return db.campaign.count({ where: where(filter), take: limit })
}

function where({ projectId, status, search }: CampaignFilter): Prisma.CampaignWhereInput {
  return {
    projectId,
    deletedAt: null,
    ...(status === null ? {} : { status }),
    ...(search === null ? {} : { name: { contains: escapeLike(search), mode: 'insensitive' } }),
  }
}
