import type { CreateLinkBody } from '@throughline/contracts/links'
import { findAppStoreApps, saveAppStoreApp, setAppIds } from '@throughline/db/app-store'
import { inTransaction, type Db } from '@throughline/db/client'
import type { LinkRecord } from '@throughline/db/links'
import type { AppContext } from '../../context.js'

const HOUR_MS = 3_600_000
/** An app keeps its number for good, but may leave the store; one that is missing may come any day. */
const FOUND_FRESH_MS = 30 * 24 * HOUR_MS
const MISSING_FRESH_MS = 24 * HOUR_MS

/** What is known already of the apps that links name by bundle id. */
export async function knownAppIds(
  db: Db,
  links: readonly Pick<CreateLinkBody, 'ios_bundle_id'>[],
): Promise<Map<string, string | null>> {
  const bundleIds = new Set(links.flatMap(({ ios_bundle_id }) => ios_bundle_id ?? []))
  if (bundleIds.size === 0) return new Map()
  const apps = await findAppStoreApps(db, [...bundleIds])
  return new Map(apps.map(({ bundleId, appId }) => [bundleId, appId]))
}

/**
 * Asks the App Store for the apps of links that have no store URL of their own, and gives it to them. Never in a
 * request's transaction nor before its answer: the store may be slow or away, and then a link stays as it was given.
 *
 * @throws what the first look-up throws that fails; the rest are not tried, since the store is most likely away
 */
export async function lookUpApps(
  { appStore, database }: Pick<AppContext, 'appStore' | 'database'>,
  links: readonly LinkRecord[],
): Promise<void> {
  if (appStore === null) return
  const wanting = byBundleId(links)
  if (wanting.size === 0) return
  const known = await findAppStoreApps(database.prisma, [...wanting.keys()])
  for (const [bundleId, linkIds] of wanting) {
    const app = known.find((one) => one.bundleId === bundleId)
    if (app !== undefined && isFresh(app)) continue
    const appId = await appStore.lookUp(bundleId)
    await inTransaction(database, async (db) => {
      await saveAppStoreApp(db, { bundleId, appId })
      await setAppIds(db, linkIds, { bundleId, appId })
    })
  }
}

function byBundleId(links: readonly LinkRecord[]): Map<string, number[]> {
  const ids = new Map<string, number[]>()
  for (const { id, iosBundleId, iosUrl } of links) {
    if (iosBundleId !== null && iosUrl === null)
      ids.set(iosBundleId, [...(ids.get(iosBundleId) ?? []), id])
  }
  return ids
}

function isFresh(app: { appId: string | null; lookedUpAt: Date }): boolean {
  const ageMs = Date.now() - app.lookedUpAt.getTime()
  return ageMs < (app.appId === null ? MISSING_FRESH_MS : FOUND_FRESH_MS)
}
