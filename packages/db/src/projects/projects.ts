// Raw SQL: Prisma has no row locks.
import type { Database, Db } from '../connection/database.js'
import { plainArray } from '../batch/array-literal.js'
import { batchStatement } from '../batch/batch-statement.js'
import { selectColumns } from '../batch/select-columns.js'
import { Prisma } from '../generated/prisma/client.js'

/** A project but for the association files that its owner pasted: up to 1.1 MB, for which `association.ts` is asked. */
export type ProjectRecord = Prisma.ProjectGetPayload<{ omit: typeof WITHOUT_FILES }>

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
    | 'sdkWrites'
    | 'minConfidence'
    | 'deliverSdkTests'
    | 'privacy'
    | 'icon'
  >
>

const WITHOUT_FILES = { assetLinks: true, appSiteAssociation: true } as const

/**
 * The projects that public keys belong to, in the order of the keys; null where there is none. For many callers at once,
 * who mostly come with the same few keys.
 *
 * @param keys UUIDs, in any case
 */
export async function findProjectsByKeys(
  database: Pick<Database, 'pool'>,
  keys: string[],
): Promise<(ProjectRecord | null)[]> {
  const wanted = [...new Set(keys.map((key) => key.toLowerCase()))]
  const statement = { name: 'find-projects', text: PROJECTS_BY_KEY, values: [plainArray(wanted)] }
  const { rows } = await batchStatement<ProjectRecord>(database, { ...statement, isDurable: false })
  const byKey = new Map(rows.map((project) => [project.key, project]))
  return keys.map((key) => byKey.get(key.toLowerCase()) ?? null)
}

const PROJECTS_BY_KEY = `
SELECT p.*
  FROM unnest($1::uuid[]) AS w(key)
 CROSS JOIN LATERAL (
   SELECT ${selectColumns(Prisma.ProjectScalarFieldEnum, Object.keys(WITHOUT_FILES))}
     FROM projects WHERE projects.key = w.key LIMIT 1) p`

/** The project of this id, or null. */
export function findProjectById(db: Db, id: string): Promise<ProjectRecord | null> {
  return db.project.findUnique({ where: { id }, omit: WITHOUT_FILES })
}

/** The project whose link host begins with this prefix, or null. */
export function findProjectByPrefix(db: Db, prefix: string): Promise<ProjectRecord | null> {
  return db.project.findUnique({ where: { prefix }, omit: WITHOUT_FILES })
}

/** The project that has proved this custom domain, or null. */
export async function findProjectByDomain(db: Db, host: string): Promise<ProjectRecord | null> {
  const domain = await db.domain.findFirst({
    where: { host, provedAt: { not: null } },
    include: { project: { omit: WITHOUT_FILES } },
  })
  return domain?.project ?? null
}

/** Makes a project; id and key are the database's. Throws Prisma's P2002 when the prefix is taken. */
export function insertProject(
  db: Db,
  project: { name: string; prefix: string },
): Promise<ProjectRecord> {
  return db.project.create({ data: project, omit: WITHOUT_FILES })
}

/** The project, locked until the transaction ends, so that two changes to a part of it don't undo each other. */
export async function lockProject(db: Db, id: string): Promise<ProjectRecord> {
  await db.$queryRaw`SELECT 1 FROM projects WHERE id = ${id}::uuid FOR NO KEY UPDATE`
  return db.project.findUniqueOrThrow({ where: { id }, omit: WITHOUT_FILES })
}

export function updateProject(db: Db, id: string, changes: ProjectChanges): Promise<ProjectRecord> {
  return db.project.update({ where: { id }, data: changes, omit: WITHOUT_FILES })
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

/** By which settings projects are chosen; what is left out does not matter. */
export interface ProjectFilter {
  /** All of these are on. */
  hasScopes: readonly string[]
  sdkWrites?: 'own' | 'all'
  /** Whether `allowed_destinations` names any. */
  isBoundToHosts?: boolean
}

/** The prefixes of the oldest such projects, and how many there are in all. */
export async function listPrefixes(
  db: Db,
  { hasScopes, sdkWrites, isBoundToHosts }: ProjectFilter,
  limit: number,
): Promise<{ prefixes: string[]; count: number }> {
  const where = {
    sdkScopes: { hasEvery: [...hasScopes] },
    ...(sdkWrites === undefined ? {} : { sdkWrites }),
    ...(isBoundToHosts === undefined ? {} : { allowedDestinations: { isEmpty: !isBoundToHosts } }),
  }
  const found = await db.project.findMany({
    ...{ where, take: limit, orderBy: { createdAt: 'asc' } },
    select: { prefix: true },
  })
  return { prefixes: found.map(({ prefix }) => prefix), count: await db.project.count({ where }) }
}
