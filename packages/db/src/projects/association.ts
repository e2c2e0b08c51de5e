// Raw SQL: Prisma has no row locks.
import type { Db } from '../connection/database.js'
import type { Prisma } from '../generated/prisma/client.js'

export type AssociationChanges = {
  [Name in 'assetLinks' | 'appSiteAssociation']?: string | null
} & { apps?: Prisma.InputJsonObject }

export type AssociationRecord = Prisma.ProjectGetPayload<{ select: typeof ASSOCIATION }>

const ASSOCIATION = { id: true, apps: true, assetLinks: true, appSiteAssociation: true } as const

export function findAssociation(db: Db, projectId: string): Promise<AssociationRecord | null> {
  return db.project.findUnique({ where: { id: projectId }, select: ASSOCIATION })
}

/** Reads the same record with the project locked until the transaction ends, which serializes changes of its apps. */
export async function lockAssociation(db: Db, projectId: string): Promise<AssociationRecord> {
  await db.$queryRaw`SELECT 1 FROM projects WHERE id = ${projectId}::uuid FOR NO KEY UPDATE`
  return db.project.findUniqueOrThrow({ where: { id: projectId }, select: ASSOCIATION })
}

/** Changes the given fields; null removes a pasted file. */
export function saveAssociation(
  db: Db,
  projectId: string,
  changes: AssociationChanges,
): Promise<AssociationRecord> {
  return db.project.update({ where: { id: projectId }, data: changes, select: ASSOCIATION })
}

/** A project with its proved custom domains, which serve its files too. */
export interface AssociatedProject extends AssociationRecord {
  prefix: string
  hosts: string[]
}

export async function listAssociatedProjects(
  db: Db,
  page: { afterId: string | null; limit: number },
): Promise<AssociatedProject[]> {
  const rows = await db.project.findMany({
    ...(page.afterId === null ? {} : { where: { id: { gt: page.afterId } } }),
    orderBy: { id: 'asc' },
    take: page.limit,
    select: {
      ...ASSOCIATION,
      prefix: true,
      domains: { where: { provedAt: { not: null } }, select: { host: true } },
    },
  })
  return rows.map(({ domains, ...project }) => ({
    ...project,
    hosts: domains.map(({ host }) => host),
  }))
}
