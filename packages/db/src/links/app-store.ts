import type { Db } from '../connection/database.js'
import type { AppStoreApp } from '../generated/prisma/client.js'
import { notifyLinkChange } from './link-changes.js'

export type AppStoreRecord = AppStoreApp

export function findAppStoreApps(db: Db, bundleIds: string[]): Promise<AppStoreRecord[]> {
  return db.appStoreApp.findMany({ where: { bundleId: { in: bundleIds } } })
}

/** Caches a lookup: the app's number, or null for "no such app". */
export async function saveAppStoreApp(
  db: Db,
  app: { bundleId: string; appId: string | null },
): Promise<void> {
  const found = { appId: app.appId, lookedUpAt: new Date() }
  await db.appStoreApp.upsert({
    where: { bundleId: app.bundleId },
    create: { bundleId: app.bundleId, ...found },
    update: found,
  })
}

/** Sets the app of links by their bundle id, unless changed meanwhile. Raw SQL: Prisma would also set `updated_at`. */
export async function setAppIds(
  db: Db,
  linkIds: number[],
  app: { bundleId: string; appId: string | null },
): Promise<void> {
  const changed = await db.$queryRaw<{ projectId: string; code: string }[]>`
    UPDATE links SET ios_app_id = ${app.appId}
    WHERE id = ANY (${linkIds}) AND ios_bundle_id = ${app.bundleId}
      AND ios_app_id IS DISTINCT FROM ${app.appId}
    RETURNING project_id AS "projectId", code`
  for (const link of changed) await notifyLinkChange(db, link)
}

const DAY_MS = 86_400_000

/** Deletes lookups without a result after a day, because anyone can name an app. Returns how many. */
export async function deleteMissingApps(db: Db): Promise<number> {
  const { count } = await db.appStoreApp.deleteMany({
    where: { appId: null, lookedUpAt: { lt: new Date(Date.now() - DAY_MS) } },
  })
  return count
}
