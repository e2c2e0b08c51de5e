// Raw SQL: Prisma cannot delete by a join and has no SKIP LOCKED; the grace is by the database's clock.
import { inTransaction, type Database, type Db } from '../connection/database.js'
import { notifyProjectChange } from '../links/link-changes.js'
import { writeAudit, type AuditNote } from './audit.js'

const GRACE_DAYS = 7
/** Deleting years of clicks takes minutes. */
export const DELETE_TIMEOUT_MS = 30 * 60_000

/** Schedules the deletion of a project and returns its time; an earlier one stays. Call it with the project locked. */
export async function scheduleDeletion(db: Db, projectId: string): Promise<Date> {
  await db.$executeRaw`
    UPDATE projects SET deletes_at = coalesce(deletes_at, now() + make_interval(days => ${GRACE_DAYS}::integer))
     WHERE id = ${projectId}::uuid`
  const { deletesAt } = await db.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { deletesAt: true },
  })
  if (deletesAt === null) throw new Error(`the deletion of project ${projectId} was not stored`)
  return deletesAt
}

/** Cancels a scheduled deletion. Call it with the project locked. */
export async function cancelDeletion(db: Db, projectId: string): Promise<void> {
  await db.project.update({ where: { id: projectId }, data: { deletesAt: null } })
}

/** Deletes the project whose grace ended first and returns its prefix; null if there is none. */
export function deleteDueProject(database: Pick<Database, 'prisma'>): Promise<string | null> {
  return inTransaction(
    database,
    async (db) => {
      const [due] = await db.$queryRaw<{ id: string; prefix: string }[]>`
        SELECT id, prefix FROM projects WHERE deletes_at <= now()
         ORDER BY deletes_at LIMIT 1 FOR UPDATE SKIP LOCKED`
      if (due === undefined) return null
      await deleteProject(db, due, { actor: 'system' })
      return due.prefix
    },
    DELETE_TIMEOUT_MS,
  )
}

interface DeletedRows {
  links: number
  clicks: number
  installs: number
  deliveries: number
}

/** Deletes a project, partly by foreign keys, except its audit log. Run in a transaction of `DELETE_TIMEOUT_MS`. */
export async function deleteProject(
  db: Db,
  { id: projectId, prefix }: { id: string; prefix: string },
  by: Pick<AuditNote, 'actor' | 'actorName' | 'actorRole'>,
): Promise<DeletedRows> {
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
  await db.linkDimension.deleteMany({ where })
  await db.campaignDimension.deleteMany({ where })
  await db.projectDimensionHour.deleteMany({ where })
  await db.projectDimensionDay.deleteMany({ where })
  await db.projectLinkWeek.deleteMany({ where })
  await db.attemptCount.deleteMany({ where })
  await db.$executeRaw`
    DELETE FROM unique_visitors USING links
     WHERE links.id = unique_visitors.link_id AND links.project_id = ${projectId}::uuid`
  await db.matchCount.deleteMany({ where })
  await db.matchQuality.deleteMany({ where })
  await db.erasure.deleteMany({ where })
  await db.idempotencyKey.deleteMany({ where })
  await db.project.delete({ where: { id: projectId } })
  const details = { prefix }
  await writeAudit(db, {
    projectId,
    ...by,
    action: 'project.delete',
    target: `project:${projectId}`,
    details,
  })
  await notifyProjectChange(db, projectId)
  return {
    links,
    clicks: clicks.count,
    installs: installs.count,
    deliveries: deliveries.count,
  }
}
