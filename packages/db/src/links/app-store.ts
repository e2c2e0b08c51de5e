import type { Db } from '../connection/database.js'
import type { AppStoreApp } from '../generated/prisma/client.js'
import { notifyLinkChange } from './link-changes.js'

export type AppStoreRecord = AppStoreApp

/** What is known of the bundle ids; the same for all projects. */
export function findAppStoreApps(db: Db, bundleIds: string[]): Promise<AppStoreRecord[]> {
  return db.appStoreApp.findMany({ where: { bundleId: { in: bundleIds } } })
}

/** Keeps what the App Store answered just now: the number of the app, or null for "no such app". */
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

/** Gives links the app of their bundle id, unless that was changed meanwhile, and tells every process. */
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

/** Forgets what the store did not have a day ago: it would be asked again anyhow, and anybody can name an app. */
export function deleteMissingApps(db: Db): Promise<number> {
  return db.$executeRaw`
    DELETE FROM app_store_apps
     WHERE app_id IS NULL AND looked_up_at < now() - interval '1 day'`
}
