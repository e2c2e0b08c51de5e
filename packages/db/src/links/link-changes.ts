import type { Db } from '../connection/database.js'

/** What changed: one link, or with `code` null all that a link host knows of the project. */
export interface LinkChange {
  projectId: string
  code: string | null
}

/** The channel of `NOTIFY` on which every process hears of changes to links. */
export const LINK_CHANGES_CHANNEL = 'throughline_links'

/**
 * Tells every process, when the caller's transaction commits, that a link was changed, archived or deleted. A link
 * that was made needs no word: what is missing is not kept.
 */
export async function notifyLinkChange(
  db: Db,
  change: { projectId: string; code: string },
): Promise<void> {
  await notify(db, change)
}

/**
 * The same for all of a project: its settings, its hosts (domains gained or lost), its association files, or so many
 * links that naming each would be no gain.
 */
export async function notifyProjectChange(db: Db, projectId: string): Promise<void> {
  await notify(db, { projectId, code: null })
}

/** The same for a campaign, whose name and UTM all its links carry; which ones is not looked up. */
export async function notifyCampaignChange(db: Db, projectId: string): Promise<void> {
  await notifyProjectChange(db, projectId)
}

/** What a notification says, or null for what no process of ours has written. */
export function parseLinkChange(payload: string | undefined): LinkChange | null {
  try {
    const { projectId, code } = JSON.parse(payload ?? '') as Record<string, unknown>
    if (typeof projectId !== 'string') return null
    return { projectId, code: typeof code === 'string' ? code : null }
  } catch {
    return null
  }
}

/** Sends a token of a listen check to all who listen for changes to links. */
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
