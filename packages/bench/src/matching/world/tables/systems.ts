import type { Weighted } from '../weighted.js'

/** As apps report them. Assumed: 70 % have iOS 26, as with earlier major versions. */
export const IOS_VERSIONS: Weighted<string> = [
  ['26.2', 28],
  ['26.1', 25],
  ['26.0.1', 12],
  ['26.0', 5],
  ['18.7', 6],
  ['18.6.2', 8],
  ['18.5', 6],
  ['17.7', 5],
  ['17.6.1', 5],
]

/** As apps report them. Assumed, based on the distribution in Android Studio's project wizard. */
export const ANDROID_VERSIONS: Weighted<string> = [
  ['16', 18],
  ['15', 26],
  ['14', 24],
  ['13', 16],
  ['12', 9],
  ['11', 7],
]
