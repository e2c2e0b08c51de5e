import { COMPARISONS, type Comparison, type SimulatedWorld } from '../baselines/all-baselines.js'
import type { Outcome } from '../verify-match.js'
import type { VerifiedInstall } from './verified-install.js'
import { figuresOf, type RuleFigures } from './rule-figures.js'

export interface VerifiedWorld extends SimulatedWorld {
  verified: readonly VerifiedInstall[]
}

export interface Curve {
  name: string
  usual: RuleFigures
  points: { limit: number; figures: RuleFigures }[]
}

const SERVICE = 'Throughline'
/** Limits of the best candidate's probability. */
const POSTERIORS = [
  0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.925, 0.95, 0.97,
  0.98, 0.99,
]

/** The service is first. Its usual point is its decisions; the other points follow from its stored probabilities. */
export function curvesOf(worlds: readonly VerifiedWorld[]): Curve[] {
  return [serviceCurve(worlds), ...COMPARISONS.map((one) => comparisonCurve(one, worlds))]
}

function serviceCurve(worlds: readonly VerifiedWorld[]): Curve {
  const verified = worlds.flatMap((one) => one.verified)
  const hasPosteriors = verified.some(({ best }) => best !== null)
  return {
    name: SERVICE,
    usual: figuresOf(SERVICE, verified, ({ outcome }) => outcome),
    points: (hasPosteriors ? POSTERIORS : []).map((limit) => ({
      limit,
      figures: figuresOf(SERVICE, verified, (one) => outcomeAt(one, limit)),
    })),
  }
}

function outcomeAt({ best, truth }: VerifiedInstall, limit: number): Outcome {
  if (best === null || best.posterior < limit)
    return truth.worldClickId === null ? 'unmatched' : 'missed'
  return best.isOwn ? 'matched' : 'false'
}

function comparisonCurve(rule: Comparison, worlds: readonly VerifiedWorld[]): Curve {
  const verified = worlds.flatMap((one) => one.verified)
  const outcomes = worlds.map((one) => rule.outcomes(one))
  const figuresAt = (limit: number) => {
    const made = new Map(outcomes.flatMap((at) => [...at(limit)]))
    return figuresOf(rule.name, verified, ({ install, outcome }) => made.get(install.id) ?? outcome)
  }
  return {
    name: rule.name,
    usual: figuresAt(rule.usual),
    points: rule.limits.map((limit) => ({ limit, figures: figuresAt(limit) })),
  }
}

/** The point with most own clicks found, among those that match at most this share of organic installs. */
export function bestWithin({ usual, points }: Curve, mostOrganic: number): RuleFigures | null {
  const allowed = [usual, ...points.map(({ figures }) => figures)].filter(
    ({ organic }) => organic.false <= mostOrganic * organic.installs,
  )
  const found = ({ own }: RuleFigures) => own.matched / own.installs
  return allowed.sort((a, b) => found(b) - found(a))[0] ?? null
}
