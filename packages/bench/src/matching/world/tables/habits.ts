import type { Weighted } from '../weighted.js'

/** Minutes from a tap to the first opening of the app. Assumed: most install at once or not at all. */
export const MINUTES_TO_INSTALL: Weighted<number> = [
  [1, 14],
  [2, 20],
  [3, 16],
  [5, 16],
  [9, 12],
  [18, 9],
  [35, 6],
  [60, 4],
  [105, 3],
]

/** Of installs by IPv6 in the network of the tap: under another address of that /64, since systems change theirs. Assumed. */
export const NEW_ADDRESS_SHARE = 0.1

/** Links of one project by how often they are tapped: one campaign runs, the others fade. By index. */
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

/**
 * Of each further phone in a home: exactly the first one's model and system, as when bought and updated together.
 * Assumed: with the base models' shares one in twenty comes out alike, somewhat more often than by chance.
 */
export const TWIN_SHARE = 0.05
/** The same in the scenario of households, which is there for twins. */
export const HOUSEHOLD_TWIN_SHARE = 0.2
/** The first one's platform, if not the same model. */
export const SAME_PLATFORM_SHARE = 0.6
/** The first one's languages. */
export const SAME_LANGUAGES_SHARE = 0.85
