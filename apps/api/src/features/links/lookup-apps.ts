import type { CreateLinkBody } from '@throughline/contracts/links'
import { findAppStoreApps, saveAppStoreApp, setAppIds } from '@throughline/db/links/app-store'
import { inTransaction, type Db } from '@throughline/db/connection/database'
import type { LinkRecord } from '@throughline/db/links/links'
import type { AppContext } from '../../context.js'

const HOUR_MS = 3_600_000
/** An app's id never changes, but an app may leave or enter the store. */
const FOUND_FRESH_MS = 30 * 24 * HOUR_MS
const MISSING_FRESH_MS = 24 * HOUR_MS

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
 * Looks up App Store ids after the response, because the store may be slow, unavailable or rate-limiting. @throws the
 * first failed lookup's error; the others are skipped
 */
export async function lookupApps(
  { appStore, database }: Pick<AppContext, 'appStore' | 'database'>,
  links: readonly LinkRecord[],
): Promise<void> {
  if (appStore === null) return
  const wanting = byBundleId(links)
  if (wanting.size === 0) return
  const known = await findAppStoreApps(database.prisma, [...wanting.keys()])
  for (const [bundleId, theirs] of wanting) {
    const app = known.find((one) => one.bundleId === bundleId)
    const isKnown = app !== undefined && isFresh(app)
    const appId = isKnown ? app.appId : await appStore.lookup(bundleId)
    const isDone = isKnown && theirs.every((link) => link.iosAppId === appId)
    if (appId === undefined || isDone) continue
    await inTransaction(database, async (db) => {
      if (!isKnown) await saveAppStoreApp(db, { bundleId, appId })
      const linkIds = theirs.map(({ id }) => id)
      await setAppIds(db, linkIds, { bundleId, appId })
    })
  }
}

function byBundleId(links: readonly LinkRecord[]): Map<string, LinkRecord[]> {
  const wanting = new Map<string, LinkRecord[]>()
  for (const link of links) {
    const { iosBundleId, iosUrl } = link
    if (iosBundleId !== null && iosUrl === null)
      wanting.set(iosBundleId, [...(wanting.get(iosBundleId) ?? []), link])
  }
  return wanting
}

function isFresh(app: { appId: string | null; lookedUpAt: Date }): boolean {
  const ageMs = Date.now() - app.lookedUpAt.getTime()
  return ageMs < (app.appId === null ? MISSING_FRESH_MS : FOUND_FRESH_MS)
}
