import type { Db } from './client.js'
import type { Prisma } from './generated/prisma/client.js'
import { withLiveCampaign } from './live-campaign.js'

/** A link with what it takes from its campaign. */
export type LinkRecord = Prisma.LinkGetPayload<{ include: typeof WITH_CAMPAIGN }>

export type NewLink = Prisma.LinkCreateManyInput

const WITH_CAMPAIGN = { campaign: true } as const

/** The link of this code in the project, archived and expired ones included, or null. */
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

/**
 * Writes a link, or answers null where its code is taken in the project; never throws for that, so that
 * another code can be tried in the same transaction.
 */
export async function insertLink(db: Db, link: NewLink): Promise<LinkRecord | null> {
  const [inserted] = await db.link.createManyAndReturn({
    data: [link],
    skipDuplicates: true,
    include: WITH_CAMPAIGN,
  })
  return inserted ?? null
}
