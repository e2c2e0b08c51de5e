import type { Platform } from '../devices/device.js'

export interface LinkTargets {
  actualUrl: string | null
  fallbackUrl: string | null
  iosUrl: string | null
  androidUrl: string | null
  androidPackageName: string | null
  iosAppId: string | null
}

export interface StoreUrls {
  ios: string | null
  android: string | null
}

/** Returns the store URLs that are https, because the project's custom scheme is not a store. */
export function storeUrlsOf(link: LinkTargets): StoreUrls {
  return { ios: httpsOrNull(iosUrlOf(link)), android: httpsOrNull(androidUrlOf(link)) }
}

/** Returns `android_url`, otherwise the package's Play page, without a lookup. */
export function androidUrlOf(
  link: Pick<LinkTargets, 'androidUrl' | 'androidPackageName'>,
): string | null {
  if (link.androidUrl !== null || link.androidPackageName === null) return link.androidUrl
  return `https://play.google.com/store/apps/details?id=${encodeURIComponent(link.androidPackageName)}`
}

/** Returns `ios_url`, otherwise the App Store page of the bundle id if its id is known. */
export function iosUrlOf(link: Pick<LinkTargets, 'iosUrl' | 'iosAppId'>): string | null {
  if (link.iosUrl !== null || link.iosAppId === null) return link.iosUrl
  return `https://apps.apple.com/app/id${link.iosAppId}`
}

/**
 * Returns the link's URL, otherwise the fallback URL, the store URL of the visitor's platform, or the other store URL.
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
