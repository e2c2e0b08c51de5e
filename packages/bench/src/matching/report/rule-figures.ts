import type { Outcome } from '../verify-match.js'
import type { VerifiedInstall } from './verified-install.js'

export interface RuleFigures {
  name: string
  /** Installs whose own click can be found. */
  own: { installs: number; matched: number; missed: number; false: number }
  organic: { installs: number; false: number }
  matches: number
  falseMatches: number
}

export function figuresOf(
  name: string,
  verified: readonly VerifiedInstall[],
  outcomeOf: (one: VerifiedInstall) => Outcome,
): RuleFigures {
  const figures: RuleFigures = {
    name,
    own: { installs: 0, matched: 0, missed: 0, false: 0 },
    organic: { installs: 0, false: 0 },
    matches: 0,
    falseMatches: 0,
  }
  for (const one of verified) if (one.isScored) add(figures, one, outcomeOf(one))
  return figures
}

function add(figures: RuleFigures, { truth }: VerifiedInstall, outcome: Outcome): void {
  const { own, organic } = figures
  if (truth.worldClickId !== null) {
    own.installs += 1
    if (outcome !== 'unmatched') own[outcome] += 1
  }
  if (truth.isOrganic) {
    organic.installs += 1
    if (outcome === 'false') organic.false += 1
  }
  if (outcome === 'matched' || outcome === 'false') figures.matches += 1
  if (outcome === 'false') figures.falseMatches += 1
}
