import type { Weighted } from '../weighted.js'

/** Published by vendors: about 75 % of installs are within an hour of the click, 94 % within a day. Rest assumed. */
export const MINUTES_TO_INSTALL: Weighted<readonly [from: number, to: number]> = [
  [[0.5, 1], 7],
  [[1, 2], 13],
  [[2, 4], 17],
  [[4, 8], 14],
  [[8, 15], 10],
  [[15, 30], 8],
  [[30, 60], 6],
  [[60, 120], 5],
  [[120, 240], 4],
  [[240, 480], 4],
  [[480, 960], 3.5],
  [[960, 1_440], 2.5],
  [[1_440, 2_880], 3],
  [[2_880, 5_760], 2],
  [[5_760, 8_640], 1],
]

/** Minutes from the start of the download to the first opening, for installs without a click. Assumed. */
export const MINUTES_TO_OPEN: Weighted<readonly [from: number, to: number]> = [
  [[0.2, 1], 70],
  [[1, 10], 20],
  [[10, 720], 8],
  [[720, 4_320], 2],
]

/** Share of the installs in a project with a window of 24 hours; the others have two hours. */
export const DAY_WINDOW_SHARE = 0.5

/** Share of the places with one visitor that are homes, where the others are housemates. Assumed. */
export const HOME_SHARE = 0.5

/** Share of the organic installs in homes that follow a housemate's click within six minutes. Assumed. */
export const CORRELATED_SHARE = 0.22
/** The longest time from the housemate's click to such an install, in minutes. */
export const CORRELATED_MINUTES = 6

/** Share of IPv6 installs with another address of the click's /64, because systems rotate addresses. Assumed. */
export const NEW_ADDRESS_SHARE = 0.1

/** Weights of a project's links, by index: one campaign is active, the others have ended. */
export const LINKS: Weighted<number> = [
  [0, 30],
  [1, 20],
  [2, 14],
  [3, 10],
  [4, 8],
  [5, 6],
  [6, 5],
  [7, 3],
  [8, 2],
  [9, 2],
]

/** Probability that a further phone in a home has the first one's model and system. Assumed, above chance. */
export const TWIN_SHARE = 0.05
/** The same in the scenario of households, which tests such twins. */
export const HOUSEHOLD_TWIN_SHARE = 0.2
/** Probability of the first one's platform, if the model differs. */
export const SAME_PLATFORM_SHARE = 0.6
/** Probability of the first one's languages. */
export const SAME_LANGUAGES_SHARE = 0.85
