import type { Outcome } from '../judge.js'
import type { JudgedInstall } from './judged-install.js'

/** What one way to match makes of the installs that signals alone decide. */
export interface RuleFigures {
  name: string
  /** Of installs whose own click is there to find. */
  own: { installs: number; matched: number; missed: number; false: number }
  organic: { installs: number; false: number }
  /** All that it gives, rightly or not. */
  matches: number
  falseMatches: number
}

export function figuresOf(
  name: string,
  judged: readonly JudgedInstall[],
  outcomeOf: (one: JudgedInstall) => Outcome,
): RuleFigures {
  const figures: RuleFigures = {
    name,
    own: { installs: 0, matched: 0, missed: 0, false: 0 },
    organic: { installs: 0, false: 0 },
    matches: 0,
    falseMatches: 0,
  }
  for (const one of judged) if (one.isScored) add(figures, one, outcomeOf(one))
  return figures
}

function add(figures: RuleFigures, { truth }: JudgedInstall, outcome: Outcome): void {
  const { own, organic } = figures
  if (truth.tapId !== null) {
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
