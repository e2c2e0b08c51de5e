import type { Weighted } from '../weighted.js'

/** A model as apps report it. The screen is in points (iOS) or dp (Android) and may be fractional. */
export interface PhoneModel {
  model: string
  width: number
  height: number
  ratio: number
  /** The major version of the system it was first sold with, if relevant. */
  sinceMajor?: number
}

/** Screens from Apple's human interface guidelines (points, scale); shares are assumed; base models are most common. */
export const IPHONES: Weighted<PhoneModel> = [
  [{ model: 'iPhone12,1', width: 414, height: 896, ratio: 2 }, 8],
  [{ model: 'iPhone13,1', width: 375, height: 812, ratio: 3 }, 2],
  [{ model: 'iPhone13,2', width: 390, height: 844, ratio: 3 }, 9],
  [{ model: 'iPhone14,5', width: 390, height: 844, ratio: 3 }, 13],
  [{ model: 'iPhone14,6', width: 375, height: 667, ratio: 2 }, 4],
  [{ model: 'iPhone14,3', width: 428, height: 926, ratio: 3 }, 4],
  [{ model: 'iPhone14,7', width: 390, height: 844, ratio: 3 }, 8],
  [{ model: 'iPhone15,2', width: 393, height: 852, ratio: 3 }, 5],
  [{ model: 'iPhone15,3', width: 430, height: 932, ratio: 3 }, 4],
  [{ model: 'iPhone15,4', width: 393, height: 852, ratio: 3 }, 10],
  [{ model: 'iPhone16,1', width: 393, height: 852, ratio: 3 }, 5],
  [{ model: 'iPhone16,2', width: 430, height: 932, ratio: 3 }, 5],
  [{ model: 'iPhone17,3', width: 393, height: 852, ratio: 3, sinceMajor: 18 }, 10],
  [{ model: 'iPhone17,1', width: 402, height: 874, ratio: 3, sinceMajor: 18 }, 6],
  [{ model: 'iPhone17,2', width: 440, height: 956, ratio: 3, sinceMajor: 18 }, 5],
  [{ model: 'iPhone18,3', width: 402, height: 874, ratio: 3, sinceMajor: 26 }, 6],
  [{ model: 'iPhone18,2', width: 440, height: 956, ratio: 3, sinceMajor: 26 }, 4],
]

export const IPADS: Weighted<PhoneModel> = [
  [{ model: 'iPad12,1', width: 810, height: 1080, ratio: 2 }, 34],
  [{ model: 'iPad13,18', width: 820, height: 1180, ratio: 2 }, 30],
  [{ model: 'iPad13,16', width: 820, height: 1180, ratio: 2 }, 16],
  [{ model: 'iPad14,1', width: 744, height: 1133, ratio: 2 }, 10],
  [{ model: 'iPad14,3', width: 834, height: 1194, ratio: 2 }, 7],
  [{ model: 'iPad16,5', width: 1032, height: 1376, ratio: 2 }, 3],
]

/** A computer at home that opens a link. */
export const MAC: PhoneModel = { model: 'Mac', width: 1440, height: 900, ratio: 2 }

/** Screens from the makers' data sheets; shares are assumed: Samsung's cheaper models are most common, then Xiaomi. */
export const ANDROIDS: Weighted<PhoneModel> = [
  [{ model: 'SM-A546B', width: 384, height: 832, ratio: 2.8125 }, 12],
  [{ model: 'SM-A556B', width: 384, height: 832, ratio: 2.8125 }, 9],
  [{ model: 'SM-A155F', width: 384, height: 832, ratio: 2.8125 }, 10],
  [{ model: 'SM-A055F', width: 360, height: 800, ratio: 2 }, 7],
  [{ model: 'SM-S911B', width: 360, height: 780, ratio: 3 }, 7],
  [{ model: 'SM-S921B', width: 360, height: 780, ratio: 3 }, 6],
  [{ model: 'SM-S928B', width: 384, height: 832, ratio: 3.75 }, 5],
  [{ model: 'Pixel 7a', width: 411.43, height: 914.29, ratio: 2.625 }, 4],
  [{ model: 'Pixel 8', width: 411.43, height: 914.29, ratio: 2.625 }, 4],
  [{ model: 'Pixel 9', width: 411.43, height: 923.43, ratio: 2.625, sinceMajor: 14 }, 4],
  [{ model: '23124RA7EO', width: 392.73, height: 872.73, ratio: 2.75 }, 9],
  [{ model: '23106RN0DA', width: 360, height: 800, ratio: 2 }, 7],
  [{ model: '23127PN0CG', width: 391.84, height: 871.84, ratio: 3.0625, sinceMajor: 14 }, 3],
  [{ model: 'moto g54 5G', width: 432, height: 960, ratio: 2.5 }, 5],
  [{ model: 'CPH2591', width: 360, height: 800, ratio: 3 }, 4],
  [{ model: 'V2250', width: 392.73, height: 872.73, ratio: 2.75 }, 3],
  [{ model: 'CPH2581', width: 411.43, height: 905.14, ratio: 3.5, sinceMajor: 14 }, 1],
]

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
