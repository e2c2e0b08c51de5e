import type { Db } from '../connection/database.js'

export interface TestClickKey {
  projectId: string
  clickId: string
}

/** Changes only test clicks: a real click may still be matched to an install. */
const TEST = { uncountedReason: 'test' }

/** The newest test click of a link at or after a time, or null. */
export async function findTestClick(
  db: Db,
  { projectId, linkId, since }: { projectId: string; linkId: number; since: Date },
): Promise<TestClickKey | null> {
  const click = await db.click.findFirst({
    where: { projectId, linkId, createdAt: { gte: since }, ...TEST },
    orderBy: { id: 'desc' },
    select: { id: true },
  })
  return click === null ? null : { projectId, clickId: click.id }
}

/** Makes a test click, and its device report, older by some minutes. Run in a transaction. */
export async function moveTestClick(
  db: Db,
  { projectId, clickId }: TestClickKey,
  minutes: number,
): Promise<void> {
  const click = await db.click.findFirst({ where: { id: clickId, projectId, ...TEST } })
  if (click === null) throw new Error(`Test click ${clickId} does not exist`)
  const createdAt = new Date(click.createdAt.getTime() - minutes * 60_000)
  const { fbclidCapturedAt: seconds } = click
  const fbclidCapturedAt = seconds === null ? null : seconds - BigInt(Math.round(minutes * 60))
  const where = { id: clickId, projectId }
  await db.click.updateMany({ where, data: { createdAt, fbclidCapturedAt } })
  await db.visit.updateMany({ where: { clickId, projectId }, data: { createdAt } })
}

/** Deletes a test click and its device report. Run in a transaction. */
export async function deleteTestClick(db: Db, { projectId, clickId }: TestClickKey): Promise<void> {
  const { count } = await db.click.deleteMany({ where: { id: clickId, projectId, ...TEST } })
  if (count > 0) await db.visit.deleteMany({ where: { clickId, projectId } })
}
