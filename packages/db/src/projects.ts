import type { Db } from './client.js'
import type { Prisma, Project } from './generated/prisma/client.js'

export type ProjectRecord = Project

/** What the owner decides of a project; what is left out stays. */
export type ProjectChanges = Partial<
  Pick<
    Prisma.ProjectUncheckedUpdateInput,
    | 'name'
    | 'sdkScopes'
    | 'allowedDestinations'
    | 'windowMinutes'
    | 'clipboard'
    | 'consentRequired'
    | 'fingerprintQuery'
    | 'privacy'
    | 'icon'
  >
>

/** The project that a public key belongs to, or null. */
export function findProjectByKey(db: Db, key: string): Promise<ProjectRecord | null> {
  return db.project.findUnique({ where: { key } })
}

/** The project of this id, or null. */
export function findProjectById(db: Db, id: string): Promise<ProjectRecord | null> {
  return db.project.findUnique({ where: { id } })
}

/** The project whose link host begins with this prefix, or null. */
export function findProjectByPrefix(db: Db, prefix: string): Promise<ProjectRecord | null> {
  return db.project.findUnique({ where: { prefix } })
}

/** The project that has proved this custom domain, or null. */
export async function findProjectByDomain(db: Db, host: string): Promise<ProjectRecord | null> {
  const domain = await db.domain.findFirst({
    where: { host, provedAt: { not: null } },
    include: { project: true },
  })
  return domain?.project ?? null
}

/** Makes a project; id and key are the database's. Throws Prisma's P2002 when the prefix is taken. */
export function insertProject(
  db: Db,
  project: { name: string; prefix: string },
): Promise<ProjectRecord> {
  return db.project.create({ data: project })
}

/** The project, locked until the transaction ends, so that two changes to a part of it don't undo each other. */
export async function lockProject(db: Db, id: string): Promise<ProjectRecord> {
  await db.$queryRaw`SELECT 1 FROM projects WHERE id = ${id}::uuid FOR NO KEY UPDATE`
  return db.project.findUniqueOrThrow({ where: { id } })
}

export function updateProject(db: Db, id: string, changes: ProjectChanges): Promise<ProjectRecord> {
  return db.project.update({ where: { id }, data: changes })
}

/** The hosts that the project has proved, in order of proof. */
export async function listProvedDomains(db: Db, projectId: string): Promise<string[]> {
  const domains = await db.domain.findMany({
    where: { projectId, provedAt: { not: null } },
    orderBy: { provedAt: 'asc' },
    select: { host: true },
  })
  return domains.map(({ host }) => host)
}
