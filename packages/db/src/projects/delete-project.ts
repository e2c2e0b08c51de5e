// Raw SQL: Prisma cannot delete by a join.
import type { Db } from '../connection/database.js'

/**
 * Deletes a project with all its rows but the audit log. Links, campaigns, webhooks, domains and tokens go with the
 * project's row; the other tables have no foreign keys. Run in a transaction.
 *
 * @returns the number of deleted rows that are worth telling
 */
export async function deleteProject(
  db: Db,
  projectId: string,
): Promise<{ links: number; clicks: number; installs: number; deliveries: number }> {
  const where = { projectId }
  const links = await db.link.count({ where })
  // Deliveries first: a worker ends the attempt of a missing row.
  const deliveries = await db.delivery.deleteMany({ where })
  await db.deliveryAttempt.deleteMany({ where })
  await db.event.deleteMany({ where })
  await db.attribution.deleteMany({ where })
  const installs = await db.install.deleteMany({ where })
  await db.installRefusal.deleteMany({ where })
  await db.visit.deleteMany({ where })
  const clicks = await db.click.deleteMany({ where })
  await db.linkClicks.deleteMany({ where })
  await db.campaignClicks.deleteMany({ where })
  await db.$executeRaw`
    DELETE FROM unique_visitors USING links
     WHERE links.id = unique_visitors.link_id AND links.project_id = ${projectId}::uuid`
  await db.matchCount.deleteMany({ where })
  await db.matchQuality.deleteMany({ where })
  await db.erasure.deleteMany({ where })
  await db.idempotencyKey.deleteMany({ where })
  await db.project.delete({ where: { id: projectId } })
  return {
    links,
    clicks: clicks.count,
    installs: installs.count,
    deliveries: deliveries.count,
  }
}
