import type { Weighted } from '../weighted.js'

export type BrowserKind =
  | 'safari'
  /** On an iPad and on a Mac Safari writes one user agent. */
  | 'safari_ipad'
  | 'safari_mac'
  | 'chrome_ios'
  | 'instagram_ios'
  | 'facebook_ios'
  | 'tiktok_ios'
  | 'chrome'
  | 'samsung'
  | 'brave'
  | 'firefox'
  | 'instagram_android'

/** Assumed: in-app browsers have a higher share of ad clicks than of all web traffic. */
export const IOS_BROWSERS: Weighted<BrowserKind> = [
  ['safari', 68],
  ['chrome_ios', 10],
  ['instagram_ios', 10],
  ['facebook_ios', 7],
  ['tiktok_ios', 5],
]

export const IN_APP_BROWSERS: Weighted<BrowserKind> = [
  ['instagram_ios', 45],
  ['facebook_ios', 32],
  ['tiktok_ios', 23],
]

export const ANDROID_BROWSERS: Weighted<BrowserKind> = [
  ['chrome', 78],
  ['brave', 3],
  ['firefox', 4],
  ['instagram_android', 15],
]

export const SAMSUNG_BROWSERS: Weighted<BrowserKind> = [
  ['chrome', 62],
  ['samsung', 18],
  ['brave', 2],
  ['firefox', 3],
  ['instagram_android', 15],
]

/** Share of browsers with client hints that visited the host before, so that their first request has all hints. */
export const RETURNING_SHARE = 0.2
