import type { Db } from '../connection/database.js'
import { isUniqueViolation } from '../connection/errors.js'
import type { Domain } from '../generated/prisma/client.js'

export type DomainRecord = Domain

export interface DomainKey {
  projectId: string
  host: string
}

export interface DomainCheck {
  isProved: boolean
  /** The problem, as text for the owner; null if there is none. */
  problem: string | null
}

export function findDomain(db: Db, key: DomainKey): Promise<DomainRecord | null> {
  return db.domain.findUnique({ where: { projectId_host: key } })
}

export function listDomains(
  db: Db,
  filter: { projectId: string; beforeId: number | null; limit: number },
): Promise<DomainRecord[]> {
  const { projectId, beforeId, limit } = filter
  return db.domain.findMany({
    where: { projectId, ...(beforeId === null ? {} : { id: { lt: beforeId } }) },
    orderBy: { id: 'desc' },
    take: limit,
  })
}

export function countDomains(db: Db, projectId: string): Promise<number> {
  return db.domain.count({ where: { projectId } })
}

export function countUnprovedDomains(db: Db, projectId: string): Promise<number> {
  return db.domain.count({ where: { projectId, provedAt: null } })
}

export interface ProvedDomain {
  id: number
  host: string
  project: { id: string; name: string; prefix: string }
}

const PROVED = {
  id: true,
  host: true,
  project: { select: { id: true, name: true, prefix: true } },
} as const

export function listProvedHosts(db: Db, limit: number): Promise<ProvedDomain[]> {
  return db.domain.findMany({
    where: { provedAt: { not: null } },
    orderBy: { id: 'asc' },
    take: limit,
    select: PROVED,
  })
}

export function countProvedHosts(db: Db): Promise<number> {
  return db.domain.count({ where: { provedAt: { not: null } } })
}

export function findProvedHost(db: Db, host: string): Promise<ProvedDomain | null> {
  return db.domain.findFirst({ where: { host, provedAt: { not: null } }, select: PROVED })
}

export function findProvedElsewhere(
  db: Db,
  { projectId, host }: DomainKey,
): Promise<DomainRecord | null> {
  return db.domain.findFirst({
    where: { host, provedAt: { not: null }, projectId: { not: projectId } },
  })
}

/** Marks a domain as unproved. It stays in its project. The caller must hold the lock of the project. */
export async function withdrawProof(
  db: Db,
  { id, projectId, host }: DomainRecord,
  problem: string,
): Promise<void> {
  await db.domain.updateMany({ where: { id }, data: { provedAt: null, problem } })
  await clearDefaultHost(db, { projectId, host })
}

/** No link host serves the domain any longer, so short URLs use the link host of the prefix again. */
async function clearDefaultHost(db: Db, { projectId, host }: DomainKey): Promise<void> {
  await db.project.updateMany({
    where: { id: projectId, defaultLinkHost: host },
    data: { defaultLinkHost: null, version: { increment: 1 } },
  })
}

export async function isProvedHost(db: Db, host: string): Promise<boolean> {
  return (await db.domain.count({ where: { host, provedAt: { not: null } } })) > 0
}

/** Stores a DNS check; call it with the project locked. A proof outlives its TXT record. @throws isProvedMeanwhile */
export async function saveDomain(
  db: Db,
  key: DomainKey,
  check: DomainCheck,
): Promise<DomainRecord> {
  const before = await findDomain(db, key)
  const checkedAt = new Date()
  const data = {
    checkedAt,
    problem: check.problem,
    provedAt: before?.provedAt ?? (check.isProved ? checkedAt : null),
  }
  return before === null
    ? db.domain.create({ data: { ...key, ...data } })
    : db.domain.update({ where: { id: before.id }, data })
}

/** Whether a host was not marked as proved because another project proved it first. */
export function isProvedMeanwhile(error: unknown): boolean {
  return isUniqueViolation(error)
}

/** Deletes and returns a domain, or returns null if there is none. The caller must hold the lock of the project. */
export async function deleteDomain(db: Db, key: DomainKey): Promise<DomainRecord | null> {
  const domain = await findDomain(db, key)
  if (domain === null) return null
  // A concurrent call may have been faster.
  const { count } = await db.domain.deleteMany({ where: { id: domain.id } })
  await clearDefaultHost(db, key)
  return count === 1 ? domain : null
}
