import type { Weighted } from '../weighted.js'

/** As apps read them. Assumed: seven in ten have iOS 26, the rest stay behind as with every major version before. */
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

/** As apps read them. Assumed, after the distribution that Android Studio shows to whoever makes a project. */
export const ANDROID_VERSIONS: Weighted<string> = [
  ['16', 18],
  ['15', 26],
  ['14', 24],
  ['13', 16],
  ['12', 9],
  ['11', 7],
]
