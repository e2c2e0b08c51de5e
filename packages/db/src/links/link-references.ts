import type { Db } from '../connection/database.js'

/** Which of the hosts are custom domains that some project has proved, and so link hosts of this service. */
export async function listProvedHostsAmong(db: Db, hosts: string[]): Promise<string[]> {
  if (hosts.length === 0) return []
  const domains = await db.domain.findMany({
    where: { host: { in: hosts }, provedAt: { not: null } },
    select: { host: true },
  })
  return domains.map(({ host }) => host)
}

export async function listCampaignIdsAmong(
  db: Db,
  projectId: string,
  ids: number[],
): Promise<number[]> {
  if (ids.length === 0) return []
  const campaigns = await db.campaign.findMany({
    where: { id: { in: ids }, projectId, deletedAt: null },
    select: { id: true },
  })
  return campaigns.map(({ id }) => id)
}
