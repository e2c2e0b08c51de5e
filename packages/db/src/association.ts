import type { Db } from './client.js'
import type { Prisma } from './generated/prisma/client.js'
import type { ProjectRecord } from './projects.js'

/** What of a project becomes its association files. */
export type AssociationChanges = {
  [Name in 'assetLinks' | 'appSiteAssociation']?: string | null
} & { apps?: Prisma.InputJsonObject }

/** The project, locked until the transaction ends, so that two changes of its apps come one after the other. */
export async function lockProject(db: Db, projectId: string): Promise<ProjectRecord> {
  await db.$queryRaw`SELECT 1 FROM projects WHERE id = ${projectId}::uuid FOR NO KEY UPDATE`
  return db.project.findUniqueOrThrow({ where: { id: projectId } })
}

/** Changes what is given and leaves the rest; null takes a pasted file back. */
export function saveAssociation(
  db: Db,
  projectId: string,
  changes: AssociationChanges,
): Promise<ProjectRecord> {
  return db.project.update({ where: { id: projectId }, data: changes })
}

/** A project, and the hosts that serve its files beside its own prefix. */
export interface AssociatedProject {
  id: string
  prefix: string
  apps: unknown
  assetLinks: string | null
  appSiteAssociation: string | null
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
      ...{ id: true, prefix: true, apps: true, assetLinks: true, appSiteAssociation: true },
      domains: { where: { provedAt: { not: null } }, select: { host: true } },
    },
  })
  return rows.map(({ domains, ...project }) => ({
    ...project,
    hosts: domains.map(({ host }) => host),
  }))
}
