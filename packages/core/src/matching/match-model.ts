import type { MatchPlatform, SignalName } from './match-types.js'

/** The default minimum confidence of a match by signals. */
export const DEFAULT_MIN_CONFIDENCE = 0.9

/** The bucket for all other values. */
export const OTHER_BUCKET = 'other'

/** The weight of each shipped cell, in observations. */
export const SHIPPED_OBSERVATIONS = 1_000

/** How often a signal agrees, 0…1. */
export type SignalRates = {
  /** m: between the browser and the app of one person. */
  same: number
  /** u: between one person's install and another person's click behind the same address, by the install's value. */
  different: Readonly<Record<string, number>>
}

/** Pairs of computed and measured share of correct matches, ascending; interpolated linearly. */
export type Calibration = {
  untilMinutes: number
  points: readonly (readonly [computed: number, measured: number])[]
}

/** Fellegi–Sunter record linkage: a candidate's mass is density(age) × Π m/u; its share of all is the confidence. */
export type MatchModel = {
  version: string
  signals: Readonly<Record<MatchPlatform, Readonly<Record<SignalName, SignalRates>>>>
  /** Upper ends of the age buckets in minutes, ascending. */
  ageMinutes: readonly number[]
  /** The share of a click's installs per age bucket: the time-to-install curve. */
  timeToInstall: readonly number[]
  /** Installs without a click per age bucket, relative to installs with one, per visitor at the address. */
  withoutClick: readonly number[]
  /** How much likelier an install without a click is in a shared IP range. */
  sharedRangeFactor: number
  /** By the click's age, ascending: people who hear of an app at home install within minutes of the click. */
  calibration: readonly Calibration[]
  /** The measured share of correct matches by a code without a token. */
  codeConfidence: number
}

/** Only a match by a verified token is certain. */
export const MAX_CONFIDENCE = 0.99

/** The measured share of correct matches for a computed probability at a click's age, at most 0.99. */
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

/** The index of an age's bucket; the last one for older ages. */
export function ageBucket({ ageMinutes }: Pick<MatchModel, 'ageMinutes'>, ageMs: number): number {
  const minutes = Math.max(0, ageMs) / 60_000
  const index = ageMinutes.findIndex((end) => minutes < end)
  return index === -1 ? ageMinutes.length - 1 : index
}

export function bucketWidth({ ageMinutes }: Pick<MatchModel, 'ageMinutes'>, index: number): number {
  return (ageMinutes[index] ?? 0) - (ageMinutes[index - 1] ?? 0)
}

/** Installs per minute at an age, interpolated logarithmically, so that a second never decides. */
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

function middleOf({ ageMinutes }: Pick<MatchModel, 'ageMinutes'>, index: number): number {
  const end = ageMinutes[index] ?? 0
  const start = ageMinutes[index - 1] ?? end / 4
  return Math.sqrt(start * end)
}
