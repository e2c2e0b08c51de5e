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

/** `ios_url` and `android_url` if they are https: the project's custom scheme is not a store. */
export function storeUrlsOf(link: LinkTargets): StoreUrls {
  return { ios: httpsOrNull(iosUrlOf(link)), android: httpsOrNull(androidUrlOf(link)) }
}

/** `android_url`, otherwise the package's Play page; nothing is looked up. */
export function androidUrlOf(
  link: Pick<LinkTargets, 'androidUrl' | 'androidPackageName'>,
): string | null {
  if (link.androidUrl !== null || link.androidPackageName === null) return link.androidUrl
  return `https://play.google.com/store/apps/details?id=${encodeURIComponent(link.androidPackageName)}`
}

/** `ios_url`, otherwise the App Store page of the bundle id if its id is known. */
export function iosUrlOf(link: Pick<LinkTargets, 'iosUrl' | 'iosAppId'>): string | null {
  if (link.iosUrl !== null || link.iosAppId === null) return link.iosUrl
  return `https://apps.apple.com/app/id${link.iosAppId}`
}

/** The link's own URL, then the fallback URL, the store URL of the visitor's platform, the other store's. */
export function destinationOf(link: LinkTargets, platform: Platform): string | null {
  const stores = storeUrlsOf(link)
  const [first, second] =
    platform === 'android' ? [stores.android, stores.ios] : [stores.ios, stores.android]
  return link.actualUrl ?? link.fallbackUrl ?? first ?? second
}

function httpsOrNull(url: string | null): string | null {
  return url !== null && /^https:/i.test(url) ? url : null
}
