import type { Db } from '../connection/database.js'

/** A changed link. If `code` is null, all cached data of the project has changed. */
export interface LinkChange {
  projectId: string
  code: string | null
}

export const LINK_CHANGES_CHANNEL = 'throughline_links'

/** Notifies every process, at commit, of a changed, archived or deleted link. Created links need no notification. */
export async function notifyLinkChange(
  db: Db,
  change: { projectId: string; code: string },
): Promise<void> {
  await notify(db, change)
}

/** `notifyLinkChange` for several links, in one statement. */
export async function notifyLinkChanges(
  db: Db,
  changes: readonly { projectId: string; code: string }[],
): Promise<void> {
  if (changes.length === 0) return
  const payloads = changes.map((change) => JSON.stringify(change))
  await db.$executeRaw`
    SELECT pg_notify(${LINK_CHANGES_CHANNEL}, payload) FROM unnest(${payloads}::text[]) AS payload`
}

/** Notifies every process, at commit, that all cached data of a project has changed, such as settings and hosts. */
export async function notifyProjectChange(db: Db, projectId: string): Promise<void> {
  await notify(db, { projectId, code: null })
}

/** Notifies every process, at commit, of a campaign's new name or UTM. Invalidates all links of the project. */
export async function notifyCampaignChange(db: Db, projectId: string): Promise<void> {
  await notifyProjectChange(db, projectId)
}

/** Parses a notification; null if no process of this service wrote it. */
export function parseLinkChange(payload: string | undefined): LinkChange | null {
  try {
    const { projectId, code } = JSON.parse(payload ?? '') as Record<string, unknown>
    if (typeof projectId !== 'string') return null
    return { projectId, code: typeof code === 'string' ? code : null }
  } catch {
    return null
  }
}

export async function notifyListenCheck(db: Db, token: string): Promise<void> {
  await send(db, token)
}

async function notify(db: Db, change: LinkChange): Promise<void> {
  await send(db, JSON.stringify(change))
}

/** Raw SQL: Prisma has no NOTIFY. */
async function send(db: Db, payload: string): Promise<void> {
  await db.$executeRaw`SELECT pg_notify(${LINK_CHANGES_CHANNEL}, ${payload})`
}
