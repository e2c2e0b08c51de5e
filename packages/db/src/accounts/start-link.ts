import type { Db } from '../connection/database.js'
import { createOneTimeLink, type CreatedLink } from './one-time-links.js'
import { insertUser } from './users.js'

/** A link for the first administrator, created if missing; never in production. Call it in a transaction. */
export async function createStartLink(db: Db): Promise<CreatedLink> {
  const first = await db.user.findFirst({ where: { isAdmin: true }, orderBy: { id: 'asc' } })
  const { id } =
    first ?? (await insertUser(db, { email: START_EMAIL, name: 'Administrator', isAdmin: true }))
  return createOneTimeLink(db, { kind: 'start', userId: id }, 'cli')
}

/** Replaced together with the first password. */
const START_EMAIL = 'admin@localhost'
