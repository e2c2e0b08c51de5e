// Raw SQL: Prisma has no row locks.
import type { Db } from '../connection/database.js'
import type { Prisma, User } from '../generated/prisma/client.js'

export type UserRecord = User

export function findUserByEmail(db: Db, email: string): Promise<UserRecord | null> {
  return db.user.findUnique({ where: { email } })
}

/** The user of an identity at an OpenID Connect provider. */
export function findUserByIdentity(
  db: Db,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<UserRecord | null> {
  return db.user.findUnique({
    where: { oidcIssuer_oidcSubject: { oidcIssuer: issuer, oidcSubject: subject } },
  })
}

export function findUser(db: Db, id: number): Promise<UserRecord | null> {
  return db.user.findUnique({ where: { id } })
}

export function listUsers(
  db: Db,
  { beforeId, limit }: { beforeId: number | null; limit: number },
): Promise<UserRecord[]> {
  return db.user.findMany({
    ...(beforeId === null ? {} : { where: { id: { lt: beforeId } } }),
    orderBy: { id: 'desc' },
    take: limit,
  })
}

/** Throws a unique violation if the address is taken. */
export function insertUser(
  db: Db,
  user: { email: string; name: string; isAdmin?: boolean; passwordHash?: string },
): Promise<UserRecord> {
  return db.user.create({ data: user })
}

export type UserChanges = Pick<
  Prisma.UserUncheckedUpdateInput,
  | 'email'
  | 'name'
  | 'isAdmin'
  | 'passwordHash'
  | 'totpSealed'
  | 'totpPendingSealed'
  | 'totpLastStep'
  | 'oidcIssuer'
  | 'oidcSubject'
  | 'timeZone'
  | 'theme'
>

export function updateUser(db: Db, id: number, changes: UserChanges): Promise<UserRecord> {
  return db.user.update({ where: { id }, data: changes })
}

/** The user, locked until the transaction ends, so that concurrent changes of an account do not mix. */
export async function lockUser(db: Db, id: number): Promise<UserRecord | null> {
  await db.$queryRaw`SELECT 1 FROM users WHERE id = ${id} FOR NO KEY UPDATE`
  return findUser(db, id)
}

/** The ids of all administrators, locked, so that two calls cannot remove the last two of them. */
export async function lockAdministrators(db: Db): Promise<number[]> {
  const rows = await db.$queryRaw<{ id: number }[]>`
    SELECT id FROM users WHERE is_admin ORDER BY id FOR NO KEY UPDATE`
  return rows.map(({ id }) => id)
}

/** Deletes a user with sessions, memberships and links. Tokens stay. */
export async function deleteUser(db: Db, id: number): Promise<void> {
  await db.user.delete({ where: { id } })
}
