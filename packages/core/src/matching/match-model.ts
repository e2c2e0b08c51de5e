import type { MatchPlatform, SignalName } from './match-types.js'

/** A match by signals needs this confidence where the project sets none. */
export const DEFAULT_MIN_CONFIDENCE = 0.9

/** The bucket of values that no other bucket names. */
export const OTHER_BUCKET = 'other'

/** Each cell of the shipped tables counts as this many observations of the deployment's own. */
export const SHIPPED_OBSERVATIONS = 1_000

/** How often a signal agrees, 0…1. */
export type SignalRates = {
  /** m: between the browser and the app of one person. */
  same: number
  /** u: between the install of one person and a click of another behind the same address, by the install's value. */
  different: Readonly<Record<string, number>>
}

/** Pairs of computed and measured share of right matches, both ascending; between them the line holds. */
export type Calibration = {
  untilMinutes: number
  points: readonly (readonly [computed: number, measured: number])[]
}

/**
 * Record linkage after Fellegi and Sunter. A candidate weighs density(age) × Π m/u; "none of them" weighs what installs
 * without a click weigh at such an address. The confidence is the best candidate's share of the sum.
 */
export type MatchModel = {
  /** Named by `explain`; the shipped model's is its date. */
  version: string
  signals: Readonly<Record<MatchPlatform, Readonly<Record<SignalName, SignalRates>>>>
  /** Upper ends of the age buckets, in minutes, ascending. */
  ageMinutes: readonly number[]
  /** The share of a click's installs that come in each age bucket: the time-to-install curve. */
  timeToInstall: readonly number[]
  /** Installs without a click in each age bucket, per install with one, for each visitor at the address. */
  withoutClick: readonly number[]
  /** How much likelier an install without a click is in a shared IP range. */
  sharedRangeFactor: number
  /** By the click's age, ascending: whoever hears of an app from a housemate installs within minutes of the click. */
  calibration: readonly Calibration[]
  /** The measured share of right matches by a code without a token. */
  codeConfidence: number
}

/** No match but one by a verified token is certain. */
export const MAX_CONFIDENCE = 0.99

/** The share of right matches that was measured for a computed probability at a click's age, at most 0.99. */
export function calibrate(
  { calibration }: Pick<MatchModel, 'calibration'>,
  computed: number,
  ageMs: number,
): number {
  const ofAge =
    calibration.find(({ untilMinutes }) => ageMs < untilMinutes * 60_000) ?? calibration.at(-1)
  let [lowX, lowY]: readonly [number, number] = [0, 0]
  for (const [x, y] of ofAge?.points ?? []) {
    if (computed <= x) {
      const share = x === lowX ? 1 : (computed - lowX) / (x - lowX)
      return Math.min(MAX_CONFIDENCE, lowY + share * (y - lowY))
    }
    ;[lowX, lowY] = [x, y]
  }
  return Math.min(MAX_CONFIDENCE, lowY)
}

/** The place of an age among the buckets; the last one for older ages. */
export function ageBucket({ ageMinutes }: Pick<MatchModel, 'ageMinutes'>, ageMs: number): number {
  const minutes = Math.max(0, ageMs) / 60_000
  const index = ageMinutes.findIndex((end) => minutes < end)
  return index === -1 ? ageMinutes.length - 1 : index
}

/** The width of an age bucket in minutes. */
export function bucketWidth({ ageMinutes }: Pick<MatchModel, 'ageMinutes'>, index: number): number {
  return (ageMinutes[index] ?? 0) - (ageMinutes[index - 1] ?? 0)
}

/**
 * Installs per minute at an age, from the share of each age bucket. Between the middles of buckets the logarithm follows a
 * line, so that a second more or less never decides.
 */
export function densityAt(
  model: Pick<MatchModel, 'ageMinutes'>,
  shares: readonly number[],
  ageMs: number,
): number {
  const minutes = Math.max(0, ageMs) / 60_000
  const next = model.ageMinutes.findIndex((_, index) => minutes < middleOf(model, index))
  const high = next === -1 ? model.ageMinutes.length - 1 : next
  const low = next === -1 ? high : Math.max(0, next - 1)
  const density = (index: number) => (shares[index] ?? 0) / bucketWidth(model, index)
  if (low === high) return density(low)
  const [from, to] = [middleOf(model, low), middleOf(model, high)]
  const share = (Math.log(minutes) - Math.log(from)) / (Math.log(to) - Math.log(from))
  return density(low) ** (1 - share) * density(high) ** share
}

/** The geometric middle of an age bucket in minutes; of the first one its half. */
function middleOf({ ageMinutes }: Pick<MatchModel, 'ageMinutes'>, index: number): number {
  const end = ageMinutes[index] ?? 0
  const start = ageMinutes[index - 1] ?? end / 4
  return Math.sqrt(start * end)
}
