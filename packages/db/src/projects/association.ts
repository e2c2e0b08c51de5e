// Raw SQL: Prisma has no row locks.
import type { Db } from '../connection/database.js'
import type { Prisma } from '../generated/prisma/client.js'

/** What of a project becomes its association files. */
export type AssociationChanges = {
  [Name in 'assetLinks' | 'appSiteAssociation']?: string | null
} & { apps?: Prisma.InputJsonObject }

/** What a project's association files come from. */
export type AssociationRecord = Prisma.ProjectGetPayload<{ select: typeof ASSOCIATION }>

const ASSOCIATION = { id: true, apps: true, assetLinks: true, appSiteAssociation: true } as const

/** The project's, or null where there is no such project. */
export function findAssociation(db: Db, projectId: string): Promise<AssociationRecord | null> {
  return db.project.findUnique({ where: { id: projectId }, select: ASSOCIATION })
}

/** The same, the project locked until the transaction ends, so that two changes of its apps come one after the other. */
export async function lockAssociation(db: Db, projectId: string): Promise<AssociationRecord> {
  await db.$queryRaw`SELECT 1 FROM projects WHERE id = ${projectId}::uuid FOR NO KEY UPDATE`
  return db.project.findUniqueOrThrow({ where: { id: projectId }, select: ASSOCIATION })
}

/** Changes what is given and leaves the rest; null takes a pasted file back. */
export function saveAssociation(
  db: Db,
  projectId: string,
  changes: AssociationChanges,
): Promise<AssociationRecord> {
  return db.project.update({ where: { id: projectId }, data: changes, select: ASSOCIATION })
}

/** A project, and the hosts that serve its files beside its own prefix. */
export interface AssociatedProject extends AssociationRecord {
  prefix: string
  /** Proved custom domains. */
  hosts: string[]
}

/** One page of all projects by id, for whoever looks at every host. */
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
