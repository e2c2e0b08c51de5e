import { role as schema, type Role } from '@throughline/contracts/roles'
import type { Db } from '../connection/database.js'
import type { ProjectMember, User } from '../generated/prisma/client.js'

export interface MemberRecord {
  id: number
  email: string
  name: string
  hasPassword: boolean
  hasTotp: boolean
  hasOidc: boolean
  role: Role
  createdAt: Date
}

const WITH_USER = {
  user: {
    select: {
      id: true,
      email: true,
      name: true,
      passwordHash: true,
      totpSealed: true,
      oidcSubject: true,
    },
  },
} as const

type Row = ProjectMember & {
  user: Pick<User, 'id' | 'email' | 'name' | 'passwordHash' | 'totpSealed' | 'oidcSubject'>
}

function toMember({ user, role, createdAt }: Row): MemberRecord {
  const { id, email, name } = user
  return {
    id,
    email,
    name,
    createdAt,
    hasPassword: user.passwordHash !== null,
    hasTotp: user.totpSealed !== null,
    hasOidc: user.oidcSubject !== null,
    role: schema.parse(role),
  }
}

/** Returns the members of a project, ordered by user id, newest user first. */
export async function listMembers(
  db: Db,
  filter: { projectId: string; beforeId: number | null; limit: number },
): Promise<MemberRecord[]> {
  const { projectId, beforeId, limit } = filter
  const rows = await db.projectMember.findMany({
    where: { projectId, ...(beforeId === null ? {} : { userId: { lt: beforeId } }) },
    include: WITH_USER,
    orderBy: { userId: 'desc' },
    take: limit,
  })
  return rows.map(toMember)
}

interface MemberKey {
  projectId: string
  userId: number
}

export async function findMember(db: Db, key: MemberKey): Promise<MemberRecord | null> {
  const row = await db.projectMember.findUnique({
    where: { projectId_userId: key },
    include: WITH_USER,
  })
  return row === null ? null : toMember(row)
}

export async function putMember(db: Db, key: MemberKey, role: Role): Promise<void> {
  await db.projectMember.upsert({
    where: { projectId_userId: key },
    create: { ...key, role },
    update: { role },
  })
}

export async function deleteMember(db: Db, key: MemberKey): Promise<void> {
  await db.projectMember.deleteMany({ where: key })
}

/** Whether the user is the only owner of the project. Call it with the project locked. */
export async function isLastOwner(db: Db, { projectId, userId }: MemberKey): Promise<boolean> {
  const owners = await db.projectMember.findMany({
    where: { projectId, role: 'owner' },
    select: { userId: true },
    take: 2,
  })
  return owners.length === 1 && owners[0]?.userId === userId
}

export interface MembershipRecord {
  role: Role
  project: { id: string; name: string; prefix: string; key: string; isSample: boolean }
}

/** Returns the projects of a user, ordered by prefix. */
export async function listMemberships(db: Db, userId: number): Promise<MembershipRecord[]> {
  const rows = await db.projectMember.findMany({
    where: { userId },
    include: {
      project: { select: { id: true, name: true, prefix: true, key: true, isSample: true } },
    },
    orderBy: { project: { prefix: 'asc' } },
  })
  return rows.map(({ role, project }) => ({ role: schema.parse(role), project }))
}

export async function isMemberByEmail(db: Db, projectId: string, email: string): Promise<boolean> {
  return (await db.projectMember.count({ where: { projectId, user: { email } } })) > 0
}
