import type { Db } from '../connection/database.js'
import { lockProject } from '../projects/projects.js'
import { isLastOwner } from './members.js'
import { deleteUser, findUser, lockAdministrators, type UserRecord } from './users.js'

export type RemovedUser =
  | { kind: 'removed'; user: UserRecord }
  | { kind: 'missing' }
  | { kind: 'last_administrator' }
  | { kind: 'last_owner'; prefixes: string[] }

/** Deletes a user unless it is the last administrator, or the last owner of a project. Call it in a transaction. */
export async function removeUser(db: Db, id: number): Promise<RemovedUser> {
  const administrators = await lockAdministrators(db)
  const user = await findUser(db, id)
  if (user === null) return { kind: 'missing' }
  if (user.isAdmin && administrators.length === 1) return { kind: 'last_administrator' }
  const owned = await db.projectMember.findMany({
    where: { userId: id, role: 'owner' },
    select: { projectId: true },
    orderBy: { projectId: 'asc' },
  })
  const prefixes: string[] = []
  for (const { projectId } of owned) {
    const { prefix } = await lockProject(db, projectId)
    if (await isLastOwner(db, { projectId, userId: id })) prefixes.push(prefix)
  }
  if (prefixes.length > 0) return { kind: 'last_owner', prefixes }
  await deleteUser(db, id)
  return { kind: 'removed', user }
}
