import { compareSignals } from '@throughline/core/matching/compare-signals'
import type {
  ClickCandidate,
  MatchInput,
  MatchPlatform,
  SignalName,
} from '@throughline/core/matching/match-types'
import { hasOwnAddress } from '@throughline/core/matching/score-candidates'

export interface Tally {
  agrees: number
  total: number
}

export interface SignalTally {
  same: Tally
  different: Map<string, Tally>
}

export type RateTallies = Record<MatchPlatform, Map<SignalName, SignalTally>>

export function noTallies(): RateTallies {
  return { ios: new Map(), android: new Map() }
}

export interface Pairs {
  input: MatchInput
  own: ClickCandidate | null
  others: readonly ClickCandidate[]
  nearby: readonly ClickCandidate[]
}

export function addPairs(tallies: RateTallies, { input, own, others, nearby }: Pairs): void {
  const isWhole = hasOwnAddress(input, nearby)
  const bySignal = tallies[input.platform]
  const add = (click: ClickCandidate, isSame: boolean) => {
    for (const { signal, outcome, bucket } of compareSignals(input, click, isWhole)) {
      if (outcome === 'not_comparable' || bucket === null) continue
      const tally = bySignal.get(signal) ?? noTally()
      bySignal.set(signal, tally)
      const cell = isSame ? tally.same : (tally.different.get(bucket) ?? { agrees: 0, total: 0 })
      if (!isSame) tally.different.set(bucket, cell)
      cell.total += 1
      if (outcome === 'agrees') cell.agrees += 1
    }
  }
  if (own !== null) add(own, true)
  for (const click of others) add(click, false)
}

function noTally(): SignalTally {
  return { same: { agrees: 0, total: 0 }, different: new Map<string, Tally>() }
}
