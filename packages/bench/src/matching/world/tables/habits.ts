import type { Weighted } from '../weighted.js'

/**
 * Vendors publish that about 75 % of installs come within an hour of the click and 94 % within a day; the rest is
 * assumed.
 */
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

/** Minutes from the start of the download to the first opening, where no click bounds it. Assumed. */
export const MINUTES_TO_OPEN: Weighted<readonly [from: number, to: number]> = [
  [[0.2, 1], 70],
  [[1, 10], 20],
  [[10, 720], 8],
  [[720, 4_320], 2],
]

/** Share of the installs that are in a project with a window of 24 hours; the others have two hours. */
export const DAY_WINDOW_SHARE = 0.5

/** Share of the places with one visitor that are homes, where the others are housemates. Assumed. */
export const HOME_SHARE = 0.5

/** Share of the organic installs in homes that follow a housemate's click within six minutes. Assumed. */
export const CORRELATED_SHARE = 0.22
/** The longest time from the housemate's click to such an install, in minutes. */
export const CORRELATED_MINUTES = 6

/** Of installs by IPv6 in the network of the click: under another address of that /64, since systems change theirs. Assumed. */
export const NEW_ADDRESS_SHARE = 0.1

/** Links of one project by how often they are clicked: one campaign runs, the others fade. By index. */
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

/** Of each further phone in a home: the first one's model and system. Assumed; by chance it is a little less. */
export const TWIN_SHARE = 0.05
/** The same in the scenario of households, which is there for twins. */
export const HOUSEHOLD_TWIN_SHARE = 0.2
/** The first one's platform, if not the same model. */
export const SAME_PLATFORM_SHARE = 0.6
/** The first one's languages. */
export const SAME_LANGUAGES_SHARE = 0.85
