import type { Platform } from '../devices/device.js'

/** What decides where a link leads. */
export interface LinkTargets {
  actualUrl: string | null
  fallbackUrl: string | null
  iosUrl: string | null
  androidUrl: string | null
  androidPackageName: string | null
  /** Of the App Store, looked up by the link's bundle id; null where it is not known. */
  iosAppId: string | null
}

/** Where a phone gets the app; null where the link does not say. */
export interface StoreUrls {
  ios: string | null
  android: string | null
}

/** `ios_url` and `android_url` as stores: only https ones, since the project's own scheme is no store. */
export function storeUrlsOf(link: LinkTargets): StoreUrls {
  return { ios: httpsOrNull(iosUrlOf(link)), android: httpsOrNull(androidUrlOf(link)) }
}

/** `android_url`, else the Play page of the package; nothing is asked of Play. */
export function androidUrlOf(
  link: Pick<LinkTargets, 'androidUrl' | 'androidPackageName'>,
): string | null {
  if (link.androidUrl !== null || link.androidPackageName === null) return link.androidUrl
  return `https://play.google.com/store/apps/details?id=${encodeURIComponent(link.androidPackageName)}`
}

/** `ios_url`, else the App Store page of the bundle id, where the store has told its number. */
export function iosUrlOf(link: Pick<LinkTargets, 'iosUrl' | 'iosAppId'>): string | null {
  if (link.iosUrl !== null || link.iosAppId === null) return link.iosUrl
  return `https://apps.apple.com/app/id${link.iosAppId}`
}

/**
 * Where the link leads: its own URL, else the fallback URL, else the store URL of the visitor's platform,
 * else the other store's. Null only for targets that no create would accept.
 */
export function destinationOf(link: LinkTargets, platform: Platform): string | null {
  const stores = storeUrlsOf(link)
  const [first, second] =
    platform === 'android' ? [stores.android, stores.ios] : [stores.ios, stores.android]
  return link.actualUrl ?? link.fallbackUrl ?? first ?? second
}

function httpsOrNull(url: string | null): string | null {
  return url !== null && /^https:/i.test(url) ? url : null
}
