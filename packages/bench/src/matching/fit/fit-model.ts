import {
  ageBucket,
  bucketWidth,
  OTHER_BUCKET,
  type MatchModel,
  type SignalRates,
} from '@throughline/core/matching/match-model'
import {
  SIGNAL_NAMES,
  type ClickCandidate,
  type MatchPlatform,
  type SignalName,
} from '@throughline/core/matching/match-types'
import { windowMinutesOf } from '@throughline/core/matching/match-window'
import { MAX_VISITORS_PER_IP, newestOfEachVisitor } from '@throughline/core/matching/visitors'
import type { Dump } from '../dump/dump.js'
import type { ReplayInstall } from '../replay/candidate.js'
import { replay } from '../replay/replay.js'
import { median } from '../../statistics.js'
import { addPairs, noRateCounts, type RateCounts, type PairCounts } from './count-rates.js'
import { decideByModel, readableCandidates, toMatchInput } from './decide-by-model.js'
import { fitIsotonic, type Outcome } from './isotonic.js'

/** Upper ends of the age buckets, in minutes; even on a logarithmic scale, like the delays. */
const AGE_MINUTES = [1, 2, 4, 8, 15, 30, 60, 120, 240, 480, 960, 1_440]
/** Values with fewer pairs of two people are merged. */
const MIN_PAIRS = 60
/** Decisions in a block of the calibration. */
const MIN_BLOCK = 250

const LAST_AGE = 1_440
/** Bounds of the two calibration curves: installs soon after a housemate's click, and all later ones. */
const CALIBRATED_UNTIL = [6, LAST_AGE + 1]
const IDENTITY = [
  [0, 0],
  [1, 1],
] as const
/** After so many EM rounds the shares change by little. */
const AGE_ROUNDS = 8

interface AgeCounts {
  own: number[]
  /** For each install without a click: the age buckets of the visitors' clicks. */
  withoutClick: number[][]
}

export function fitModel(dumps: readonly Dump[], base: MatchModel, version: string): MatchModel {
  const rates = noRateCounts()
  const ages: AgeCounts = { own: noAges(), withoutClick: [] }
  for (const dump of dumps) countDump(dump, rates, ages)
  const ownTotal = sum(ages.own)
  const model: MatchModel = {
    ...base,
    version,
    signals: { ios: ratesOf(rates, 'ios'), android: ratesOf(rates, 'android') },
    ageMinutes: AGE_MINUTES,
    timeToInstall: ages.own.map((count) => count / ownTotal),
    withoutClick: shareAmongVisitors(ages.withoutClick).map((count) => count / ownTotal),
    calibration: [{ untilMinutes: LAST_AGE, points: IDENTITY }],
  }
  const { outcomes, codes } = replayAll(dumps, model)
  return {
    ...model,
    calibration: CALIBRATED_UNTIL.map((untilMinutes, index) => {
      const from = CALIBRATED_UNTIL[index - 1] ?? 0
      const ofAge = outcomes.filter(
        ({ ageMinutes }) => ageMinutes >= from && ageMinutes < untilMinutes,
      )
      return { untilMinutes, points: [[0, 0], ...fitIsotonic(ofAge, MIN_BLOCK), [1, 1]] as const }
    }),
    codeConfidence: Math.min(0.99, codes.agrees / Math.max(1, codes.total)),
  }
}

function noAges(): number[] {
  return AGE_MINUTES.map(() => 0)
}

function countDump(dump: Dump, rates: RateCounts, ages: AgeCounts): void {
  const persons = new Map(dump.clicks.map(({ clickId, personId }) => [clickId, personId]))
  replay(dump, (install, candidates) => {
    const survey = surveyOf(install, readableCandidates(install, candidates), persons)
    if (survey !== null) {
      addPairs(rates, survey)
      addAges(ages, install, survey)
    }
    // Nothing is consumed, so that each install is compared with all clicks.
    return { clickId: null, confidence: 0 }
  })
}

/** The newest click of each visitor at the address; null if signals do not decide, or over the shared IP cap. */
function surveyOf(
  install: ReplayInstall,
  readable: readonly ClickCandidate[],
  persons: ReadonlyMap<string, string>,
) {
  const input = toMatchInput(install, 0.5)
  if (input.consent !== 'given' || install.truth.way !== 'signals') return null
  const inside = readable.filter(
    ({ createdAt }) => input.now.getTime() - createdAt.getTime() <= windowMinutesOf(input) * 60_000,
  )
  const nearby = newestOfEachVisitor(inside)
  if (nearby.length === 0 || nearby.length > MAX_VISITORS_PER_IP) return null
  const isOwn = ({ clickId }: ClickCandidate) => persons.get(clickId) === install.personId
  const own = nearby.find(({ clickId }) => clickId === install.truth.clickId) ?? null
  const others = nearby.filter((click) => !isOwn(click) && click.platform === input.platform)
  return { input, own, others, nearby }
}

function addAges(
  ages: AgeCounts,
  { now }: ReplayInstall,
  { own, nearby }: { own: ClickCandidate | null; nearby: readonly ClickCandidate[] },
): void {
  const bucketOf = ({ createdAt }: ClickCandidate) =>
    ageBucket({ ageMinutes: AGE_MINUTES }, now.getTime() - createdAt.getTime())
  if (own === null) ages.withoutClick.push(nearby.map(bucketOf))
  else ages.own[bucketOf(own)] = (ages.own[bucketOf(own)] ?? 0) + 1
}

/** An install cannot be assigned to one visitor, so it is shared by the rates of the previous round (EM). */
function shareAmongVisitors(installs: readonly number[][]): number[] {
  const ageMinutes = AGE_MINUTES
  let counts = AGE_MINUTES.map((_, index) => bucketWidth({ ageMinutes }, index))
  for (let round = 0; round < AGE_ROUNDS; round += 1) {
    const rates = counts.map((count, index) => count / bucketWidth({ ageMinutes }, index))
    counts = noAges()
    for (const buckets of installs) {
      const total = sum(buckets.map((index) => rates[index] ?? 0))
      for (const index of buckets)
        counts[index] = (counts[index] ?? 0) + (rates[index] ?? 0) / total
    }
  }
  return counts
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function ratesOf(rates: RateCounts, platform: MatchPlatform): Record<SignalName, SignalRates> {
  const entries = SIGNAL_NAMES.map((signal) => {
    const counts = rates[platform].get(signal)
    if (counts === undefined) return [signal, NEVER_COMPARED] as const
    const same = Math.min(rate(counts.same), MAX_SAME[signal] ?? 1)
    return [signal, { same, different: bucketRates(counts.different) }] as const
  })
  return Object.fromEntries(entries) as Record<SignalName, SignalRates>
}

/** Assumed: one phone in a hundred has a wrong clock. The corpus has none. */
const MAX_SAME: Partial<Record<SignalName, number>> = { install_time: 0.99 }

const NEVER_COMPARED: SignalRates = { same: 0.5, different: { [OTHER_BUCKET]: 0.5 } }

/** Rare values share a cell. If it has too few pairs it gets the median: an unlisted value is not more common. */
function bucketRates(buckets: ReadonlyMap<string, PairCounts>): Record<string, number> {
  const rates: Record<string, number> = {}
  const contexts = new Set([...buckets.keys()].map(contextOf))
  for (const context of contexts) {
    const cells = [...buckets].filter(([bucket]) => contextOf(bucket) === context)
    const known = cells.filter(([, { total }]) => total >= MIN_PAIRS)
    for (const [bucket, counts] of known) rates[bucket] = rate(counts)
    const rare = cells.filter(([, { total }]) => total < MIN_PAIRS).map(([, counts]) => counts)
    const joined = {
      agrees: sum(rare.map(({ agrees }) => agrees)),
      total: sum(rare.map(({ total }) => total)),
    }
    const isSeen = joined.total >= MIN_PAIRS || known.length === 0
    rates[`${context}${OTHER_BUCKET}`] = isSeen
      ? rate(joined)
      : Number(median(known.map(([, counts]) => rate(counts))).toFixed(4))
  }
  return Object.fromEntries(Object.entries(rates).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The context prefix of a bucket, including its colon; usually empty. */
function contextOf(bucket: string): string {
  return bucket.slice(0, bucket.indexOf(':') + 1)
}

/** Laplace estimate, so that no cell is 0 or 1. */
function rate({ agrees, total }: PairCounts): number {
  return Number(((agrees + 1) / (total + 2)).toFixed(4))
}

interface AgedOutcome extends Outcome {
  ageMinutes: number
}

/** Replays all installs: the uncalibrated scores of the best candidates, and how often codes are right. */
function replayAll(dumps: readonly Dump[], model: MatchModel) {
  const outcomes: AgedOutcome[] = []
  const codes: PairCounts = { agrees: 0, total: 0 }
  for (const dump of dumps) {
    const decisions = replay(dump, decideByModel(model, 0.95))
    const clickedAtMinutes = new Map(dump.clicks.map((click) => [click.clickId, click.atMinutes]))
    for (const { installId, truth, atMinutes } of dump.installs) {
      const decision = decisions.get(installId)?.decision
      if (decision === undefined) continue
      const isRight = (clickId: string) =>
        truth.clickId === clickId || truth.acceptedClickIds.includes(clickId)
      const { step, candidates } = decision.explanation
      if (step === 'code' && decision.clickId !== null) {
        codes.total += 1
        codes.agrees += Number(isRight(decision.clickId))
      }
      const [best] = candidates
        .filter(({ score }) => score !== null)
        .sort((a, b) => (b.score ?? 0) - (a.score ?? 0))
      const clickedAt = best === undefined ? undefined : clickedAtMinutes.get(best.clickId)
      if (best !== undefined && clickedAt !== undefined)
        outcomes.push({
          computed: best.score ?? 0,
          isRight: isRight(best.clickId),
          ageMinutes: atMinutes - clickedAt,
        })
    }
  }
  return { outcomes, codes }
}
