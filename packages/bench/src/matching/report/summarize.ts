import { applyRule, RULES } from '../rivals/apply-rules.js'
import { judge, type Outcome } from '../judge.js'
import { median } from '../../statistics.js'
import { tapsOf, type Episode } from '../world/episode.js'
import { SCENARIOS } from '../world/scenarios/all-scenarios.js'
import type { JudgedInstall } from './judged-install.js'

/** A row: what came of the installs of one scenario. */
export interface RowFigures extends Record<Outcome, number> {
  scenario: string
  title: string
  people: number
  clicks: number
  installs: number
  organic: number
  /** Of `false`, those of organic installs. */
  falseOrganic: number
  /** Of `false`, those that name the person's own link all the same. */
  falseSameLink: number
  /** Of those without a match, by the service's own reason. */
  missedReasons: Record<string, number>
  unmatchedReasons: Record<string, number>
  p50Ms: number
}

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

export interface Summary {
  rows: RowFigures[]
  /** The service first. */
  rules: RuleFigures[]
  deterministic: { installs: number; right: number }
  /** The same, of those whose click signals had not given to somebody else before. */
  deterministicOfOpen: { installs: number; right: number }
  /** Repeated calls, and matches with one attribution and one event: all installs, and those of which it holds. */
  once: { installs: number; kept: number }
}

/** A seed's world and what came of it. */
export interface JudgedWorld {
  world: readonly Episode[]
  judged: readonly JudgedInstall[]
}

/** All worlds together. */
export function summarize(worlds: readonly JudgedWorld[]): Summary {
  const judged = worlds.flatMap((one) => one.judged)
  const episodes = worlds.flatMap(({ world }) => world)
  const named = judged.filter(({ truth }) => truth.way === 'token')
  const open = named.filter(({ isClickTaken }) => !isClickTaken)
  return {
    rows: SCENARIOS.map((scenario) => rowOf(scenario, episodes, judged)),
    rules: [
      rulesFigures('Throughline', judged, ({ outcome }) => outcome),
      ...RULES.map(({ name, rule }) => {
        const given = new Map(worlds.flatMap(({ world }) => [...applyRule(rule, world)]))
        return rulesFigures(name, judged, ({ install, truth }) => {
          const tapId = given.get(install.id) ?? null
          return judge(truth, tapId === null ? null : { id: tapId })
        })
      }),
    ],
    deterministic: { installs: named.length, right: named.filter(isRight).length },
    deterministicOfOpen: { installs: open.length, right: open.filter(isRight).length },
    once: { installs: judged.length, kept: judged.filter(({ isOnce }) => isOnce).length },
  }
}

function isRight({ outcome }: JudgedInstall): boolean {
  return outcome === 'matched' || outcome === 'unmatched'
}

function rowOf(
  { id, title }: { id: string; title: string },
  world: readonly Episode[],
  judged: readonly JudgedInstall[],
): RowFigures {
  const episodes = world.filter(({ scenario }) => scenario === id)
  const taps = episodes.flatMap(tapsOf)
  const own = judged.filter(({ scenario }) => scenario === id)
  const people = episodes.flatMap(({ events }) => events.map(({ personId }) => personId))
  const of = (outcome: Outcome) => own.filter((one) => one.outcome === outcome)
  return {
    scenario: id,
    title,
    people: new Set(people).size,
    clicks: taps.reduce((sum, { copies }) => sum + 1 + copies, 0),
    installs: own.length,
    organic: own.filter(({ truth }) => truth.isOrganic).length,
    matched: of('matched').length,
    unmatched: of('unmatched').length,
    missed: of('missed').length,
    false: of('false').length,
    falseOrganic: of('false').filter(({ truth }) => truth.isOrganic).length,
    falseSameLink: of('false').filter((one) => one.isSameLink).length,
    missedReasons: countReasons(of('missed')),
    unmatchedReasons: countReasons(of('unmatched')),
    p50Ms: median(own.map(({ tookMs }) => tookMs)),
  }
}

function countReasons(judged: readonly JudgedInstall[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { decision } of judged) {
    const reason = decision.reason ?? 'none'
    counts[reason] = (counts[reason] ?? 0) + 1
  }
  return counts
}

function rulesFigures(
  name: string,
  judged: readonly JudgedInstall[],
  outcomeOf: (one: JudgedInstall) => Outcome,
): RuleFigures {
  const all = judged
    .filter(({ isScored }) => isScored)
    .map((one) => ({ truth: one.truth, outcome: outcomeOf(one) }))
  const own = all.filter(({ truth }) => truth.tapId !== null)
  const organic = all.filter(({ truth }) => truth.isOrganic)
  const count = (list: typeof all, outcome: Outcome) =>
    list.filter((one) => one.outcome === outcome).length
  return {
    name,
    own: {
      installs: own.length,
      matched: count(own, 'matched'),
      missed: count(own, 'missed'),
      false: count(own, 'false'),
    },
    organic: { installs: organic.length, false: count(organic, 'false') },
    matches: count(all, 'matched') + count(all, 'false'),
    falseMatches: count(all, 'false'),
  }
}
