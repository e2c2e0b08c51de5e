// Raw SQL: Prisma has no lateral joins.
import type { Db } from '../connection/database.js'

export async function readSetup(db: Db, projectId: string) {
  const where = { projectId }
  const [link, clicked, install, webhooks, delivery, domains] = await Promise.all([
    db.link.findFirst({ where, orderBy: { id: 'desc' }, select: { code: true } }),
    db.link.findFirst({ where: { projectId, clickedCount: { gt: 0 } }, select: { id: true } }),
    db.install.findFirst({
      where: { projectId, erasureId: null },
      orderBy: [{ decidedAt: 'desc' }, { installId: 'desc' }],
      select: {
        installId: true,
        decidedAt: true,
        platform: true,
        sdkVersion: true,
        isMatched: true,
        matchType: true,
        reason: true,
        isTest: true,
      },
    }),
    db.webhook.findMany({
      where: { projectId, deletedAt: null },
      select: { isActive: true, verifiedAt: true },
    }),
    findLastSuccess(db, projectId),
    db.domain.findMany({ where, select: { provedAt: true } }),
  ])
  return { link, hasClick: clicked !== null, install, webhooks, delivery, domains }
}

async function findLastSuccess(
  db: Db,
  projectId: string,
): Promise<{ completedAt: Date | null } | null> {
  const [row] = await db.$queryRaw<{ completedAt: Date | null }[]>`
    SELECT d.completed_at AS "completedAt" FROM webhooks h
     CROSS JOIN LATERAL (
       SELECT id, completed_at FROM deliveries
        WHERE webhook_id = h.id AND project_id = h.project_id AND state = 'succeeded'
        ORDER BY id DESC LIMIT 1) d
     WHERE h.project_id = ${projectId}::uuid
     ORDER BY d.id DESC LIMIT 1`
  return row ?? null
}
