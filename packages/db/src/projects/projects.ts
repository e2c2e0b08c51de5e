// Raw SQL: Prisma has no row locks.
import type { Database, Db } from '../connection/database.js'
import { escapeLike } from '../connection/escape-like.js'
import { plainArray } from '../batch/array-literal.js'
import { batchStatement } from '../batch/batch-statement.js'
import { selectColumns } from '../batch/select-columns.js'
import { Prisma } from '../generated/prisma/client.js'

/** A project without its pasted association files, up to 1.1 MB, which `association.ts` reads. */
export type ProjectRecord = Prisma.ProjectGetPayload<{ omit: typeof WITHOUT_FILES }>

/** Omitted fields stay unchanged. */
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
    | 'defaultLinkHost'
  >
>

const WITHOUT_FILES = { assetLinks: true, appSiteAssociation: true } as const

/** Batched lookup of projects by present or former key (a UUID in any case), in the order of the keys; null if unknown. */
export async function findProjectsByKeys(
  database: Pick<Database, 'pool'>,
  keys: string[],
): Promise<(ProjectRecord | null)[]> {
  const wanted = [...new Set(keys.map((key) => key.toLowerCase()))]
  const statement = { name: 'find-projects', text: PROJECTS_BY_KEY, values: [plainArray(wanted)] }
  const { rows } = await batchStatement<ProjectRecord & { givenKey: string }>(database, {
    ...statement,
    isDurable: false,
  })
  const byKey = new Map(rows.map(({ givenKey, ...project }) => [givenKey, project]))
  return keys.map((key) => byKey.get(key.toLowerCase()) ?? null)
}

const COLUMNS = selectColumns(Prisma.ProjectScalarFieldEnum, Object.keys(WITHOUT_FILES))

/** Former keys are looked up only if no project has the key. */
const PROJECTS_BY_KEY = `
SELECT w.key AS "givenKey", p.*
  FROM unnest($1::uuid[]) AS w(key)
 CROSS JOIN LATERAL (
   SELECT ${COLUMNS} FROM projects WHERE projects.key = w.key
    UNION ALL
   SELECT ${COLUMNS} FROM projects
    WHERE id = (SELECT f.project_id FROM former_project_keys f WHERE f.key = w.key)
    LIMIT 1) p`

export function findProjectById(db: Db, id: string): Promise<ProjectRecord | null> {
  return db.project.findUnique({ where: { id }, omit: WITHOUT_FILES })
}

export function findProjectByPrefix(db: Db, prefix: string): Promise<ProjectRecord | null> {
  return db.project.findUnique({ where: { prefix }, omit: WITHOUT_FILES })
}

export function listProjects(db: Db): Promise<ProjectRecord[]> {
  return db.project.findMany({ orderBy: { prefix: 'asc' }, omit: WITHOUT_FILES })
}

export interface ProjectSearch {
  /** Part of the name or prefix, case-insensitive; `%` and `_` are literal. */
  search: string | null
}

/** A page of projects, by prefix. */
export function listProjectPage(
  db: Db,
  filter: ProjectSearch,
  page: { skip: number; take: number },
): Promise<ProjectRecord[]> {
  return db.project.findMany({
    where: searchWhere(filter),
    ...page,
    omit: WITHOUT_FILES,
    orderBy: { prefix: 'asc' },
  })
}

export function countProjects(db: Db, filter: ProjectSearch, limit: number): Promise<number> {
  return db.project.count({ where: searchWhere(filter), take: limit })
}

function searchWhere({ search }: ProjectSearch): Prisma.ProjectWhereInput {
  const contains = { contains: escapeLike(search ?? ''), mode: 'insensitive' } as const
  return search === null ? {} : { OR: [{ name: contains }, { prefix: contains }] }
}

export function listProjectsOfLink(db: Db, code: string): Promise<ProjectRecord[]> {
  return db.project.findMany({
    where: { links: { some: { code } } },
    orderBy: { prefix: 'asc' },
    omit: WITHOUT_FILES,
  })
}

export async function findProjectByDomain(db: Db, host: string): Promise<ProjectRecord | null> {
  const domain = await db.domain.findFirst({
    where: { host, provedAt: { not: null } },
    include: { project: { omit: WITHOUT_FILES } },
  })
  return domain?.project ?? null
}

export async function hasProjects(db: Db): Promise<boolean> {
  return (await db.project.findFirst({ select: { id: true } })) !== null
}

/** Creates a project; the database makes its id and key. Throws Prisma's P2002 if the prefix is taken. */
export function insertProject(
  db: Db,
  project: { name: string; prefix: string } & Partial<
    Pick<ProjectRecord, 'isSample' | 'clipboard' | 'createdAt'>
  >,
): Promise<ProjectRecord> {
  return db.project.create({ data: project, omit: WITHOUT_FILES })
}

/** The project, locked until the transaction ends, so that concurrent changes do not overwrite each other. */
export async function lockProject(db: Db, id: string): Promise<ProjectRecord> {
  await db.$queryRaw`SELECT 1 FROM projects WHERE id = ${id}::uuid FOR NO KEY UPDATE`
  return db.project.findUniqueOrThrow({ where: { id }, omit: WITHOUT_FILES })
}

export function updateProject(db: Db, id: string, changes: ProjectChanges): Promise<ProjectRecord> {
  const data = { ...changes, version: { increment: 1 } }
  return db.project.update({ where: { id }, data, omit: WITHOUT_FILES })
}

export async function listProvedDomains(db: Db, projectId: string): Promise<string[]> {
  const domains = await db.domain.findMany({
    where: { projectId, provedAt: { not: null } },
    orderBy: { provedAt: 'asc' },
    select: { host: true },
  })
  return domains.map(({ host }) => host)
}

export interface ProjectFilter {
  hasScopes: readonly string[]
  sdkWrites?: 'own' | 'all'
  /** Whether `allowed_destinations` is not empty. */
  isBoundToHosts?: boolean
}

/** The prefixes of the oldest matching projects, and the total count. */
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
    where,
    take: limit,
    orderBy: { createdAt: 'asc' },
    select: { prefix: true },
  })
  return { prefixes: found.map(({ prefix }) => prefix), count: await db.project.count({ where }) }
}
