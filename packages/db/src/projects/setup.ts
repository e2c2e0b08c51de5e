import type { Db } from '../connection/database.js'

/** What a project has so far. */
export async function readSetup(db: Db, projectId: string) {
  const where = { projectId }
  const [link, clicked, install, webhooks, delivery, domains] = await Promise.all([
    db.link.findFirst({ where, orderBy: { id: 'desc' }, select: { code: true } }),
    db.link.findFirst({ where: { projectId, clickedCount: { gt: 0 } }, select: { id: true } }),
    db.install.findFirst({
      where: { projectId, erasureId: null },
      orderBy: [{ decidedAt: 'desc' }, { installId: 'desc' }],
      select: {
        ...{ installId: true, decidedAt: true, platform: true, sdkVersion: true },
        ...{ isMatched: true, matchType: true, reason: true, isTest: true },
      },
    }),
    db.webhook.findMany({
      where: { projectId, deletedAt: null },
      select: { isActive: true, verifiedAt: true },
    }),
    db.delivery.findFirst({
      where: { projectId, state: 'succeeded' },
      orderBy: { id: 'desc' },
      select: { completedAt: true },
    }),
    db.domain.findMany({ where, select: { provedAt: true } }),
  ])
  return { link, hasClick: clicked !== null, install, webhooks, delivery, domains }
}
