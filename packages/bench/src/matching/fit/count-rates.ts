import { compareSignals } from '@throughline/core/matching/compare-signals'
import type {
  ClickCandidate,
  MatchInput,
  MatchPlatform,
  SignalName,
} from '@throughline/core/matching/match-types'
import { hasOwnAddress } from '@throughline/core/matching/score-candidates'

export interface PairCounts {
  agrees: number
  total: number
}

export interface SignalCounts {
  same: PairCounts
  different: Map<string, PairCounts>
}

export type RateCounts = Record<MatchPlatform, Map<SignalName, SignalCounts>>

export function noRateCounts(): RateCounts {
  return { ios: new Map(), android: new Map() }
}

export interface Pairs {
  input: MatchInput
  own: ClickCandidate | null
  others: readonly ClickCandidate[]
  nearby: readonly ClickCandidate[]
}

export function addPairs(rates: RateCounts, { input, own, others, nearby }: Pairs): void {
  const isWhole = hasOwnAddress(input, nearby)
  const bySignal = rates[input.platform]
  const add = (click: ClickCandidate, isSame: boolean) => {
    for (const { signal, outcome, bucket } of compareSignals(input, click, isWhole)) {
      if (outcome === 'not_comparable' || bucket === null) continue
      const counts = bySignal.get(signal) ?? noSignalCounts()
      bySignal.set(signal, counts)
      const cell = isSame ? counts.same : (counts.different.get(bucket) ?? { agrees: 0, total: 0 })
      if (!isSame) counts.different.set(bucket, cell)
      cell.total += 1
      if (outcome === 'agrees') cell.agrees += 1
    }
  }
  if (own !== null) add(own, true)
  for (const click of others) add(click, false)
}

function noSignalCounts(): SignalCounts {
  return { same: { agrees: 0, total: 0 }, different: new Map<string, PairCounts>() }
}
