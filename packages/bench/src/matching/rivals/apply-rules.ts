import { equalString } from './equal-string.js'
import { factsOf } from './facts.js'
import { newestOfAddress } from './newest-of-address.js'
import type { Rule } from './rule.js'
import { weightedSum } from './weighted-sum.js'
import type { Episode } from '../world/episode.js'

/** Named by what they do. */
export const RULES: readonly { name: string; rule: Rule }[] = [
  { name: 'Equal string of address, system, version and screen', rule: equalString },
  { name: 'Weighted sum over the last 1,000 clicks', rule: weightedSum },
  { name: 'Newest click of the address within an hour', rule: newestOfAddress },
]

/** What a rule gives to each install of a world, by install id. */
export function applyRule(rule: Rule, world: readonly Episode[]): Map<string, string | null> {
  const { clicks, installs } = factsOf(world)
  let count = 0
  return new Map(
    installs.map((install) => {
      while ((clicks[count]?.atMinutes ?? Infinity) <= install.atMinutes) count += 1
      return [install.installId, rule(clicks.slice(0, count), install)]
    }),
  )
}
