/**
 * What each signal is worth in points, and the limits of a decision (docs/adr/0030). A score is the points that a click
 * has, over those that it could have had of what was comparable.
 */

/** The whole address. Every candidate shares at least its network, so it says little beside the device's own signals. */
export const ADDRESS_POINTS = 40

/**
 * Only the /64 is equal: the phone may have changed its address within it, or it is another one in the same home. Out of
 * the same 40, so that the phone with the whole address leads by more than the margin.
 */
export const NETWORK_POINTS = 25

/** Rarer among phones than any other signal that all of them tell. */
export const SCREEN_POINTS = 15

/** Neighbours mostly speak the same. */
export const LANGUAGE_POINTS = 10

/** A region often follows from the language, and systems fill it in by different rules. */
export const REGION_POINTS = 5

/** Neighbours share it, so agreement says little; a difference says that it is no neighbour's. */
export const TIME_ZONE_POINTS = 10

/** Many phones run the newest version. */
export const OS_VERSION_POINTS = 10

/** As rare as a screen, but only Android browsers tell it, and those have told a version already. */
export const MODEL_POINTS = 10

/**
 * What a difference takes away of what a phone hardly changes between a tap and an install: screen, version, model, time
 * zone. So much
 * that one of them leaves no click above the threshold, whatever else agrees.
 */
export const OTHER_DEVICE_COST = 25

/** Screens are rounded differently: density-independent pixels, CSS pixels, points. */
export const SCREEN_TOLERANCE = 1

/** Densities are written with more or fewer digits: 2.625 and 2.63. */
export const PIXEL_RATIO_TOLERANCE = 0.02

/**
 * Signals beside the address that must agree: of the corpus's matches by three alone, which are screen, language and time
 * zone, one in four was a neighbour's.
 */
export const REQUIRED_AGREEING = 4

/** One less where the whole IPv6 address is equal. */
export const REQUIRED_AGREEING_WHEN_OWN = 3

/** One more where the address says nothing. */
export const REQUIRED_AGREEING_WHEN_SHARED = 5

/**
 * The share of the window after which a click that agrees in everything has decayed to the threshold: six minutes of
 * two hours. Most people install at once, while whoever shares the address may tap at any time: of the corpus's matches up to
 * ten minutes one in 60 was a neighbour's, of the older ones one in 7.
 */
export const TRUSTED_SHARE = 1 / 20

/** What the oldest click of the window loses where the whole IPv6 address is equal: that is no neighbour's. */
export const OWN_ADDRESS_DECAY = 0.05

/** The least score that makes a match: a difference in language may stand for a moment, one of the device may not. */
export const MATCH_THRESHOLD = 0.7

/** The lead that the best click needs over another visitor's that points elsewhere: what one signal is worth. */
export const MATCH_MARGIN = 0.1

/**
 * More visitors than this behind one address are a crowd, in which somebody's phone is like anybody's: a home has about
 * five phones, and some of them are seen in two browsers.
 */
export const MOST_VISITORS = 8
