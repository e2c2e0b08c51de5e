import type { Machine } from '../../machine.js'
import type { MatchCosts } from './measure-matches.js'

/** What matches cost with so many open visits in the project. */
export interface SizeCosts extends MatchCosts {
  visits: number
}

/** A run, as `--save` writes it. */
/** What was aimed at, and what was reached. */
export interface ScaleAim {
  text: string
  reached: string
  isReached: boolean
}

export interface ScaleReport {
  machine: Machine
  seed: number
  seconds: number
  /** Of them, for writing visits. */
  fillSeconds: number
  /** From the fewest visits to the most. */
  sizes: SizeCosts[]
  /** PostgreSQL's plan of the candidate query with the most visits, by kind of address. */
  plans: { quiet: string[]; crowded: string[] }
}

/** How far a middle may be from the one with the fewest visits, either way. */
const MOST_CHANGE = 0.2

/**
 * Whether a match costs the same at all sizes. Judged at addresses of few: a crowded one has more candidates the more
 * visits there are, until the most that are read. None of a single size.
 */
export function scaleAimsOf({ sizes }: Pick<ScaleReport, 'sizes'>): ScaleAim[] {
  if (sizes.length < 2) return []
  return [
    flatness('Read and decision', sizes, ({ bare }) => bare.quiet.p50Ms),
    flatness('POST installs', sizes, ({ http }) => http.quiet.p50Ms),
  ]
}

function flatness(
  what: string,
  [first, ...others]: SizeCosts[],
  p50Of: (costs: SizeCosts) => number,
): ScaleAim {
  const changes = others.map((costs) => (first ? p50Of(costs) / p50Of(first) - 1 : Number.NaN))
  return {
    text: `${what}: p50 within 20 % of that with the fewest visits`,
    reached: changes.map(signedPercent).join(', '),
    isReached: changes.every((change) => Math.abs(change) <= MOST_CHANGE),
  }
}

function signedPercent(change: number): string {
  return `${change < 0 ? '−' : '+'}${Math.abs(change * 100).toFixed(0)} %`
}
