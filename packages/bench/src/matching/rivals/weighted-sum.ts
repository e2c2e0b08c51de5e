import type { DeviceFact } from './facts.js'
import type { Rule } from './rule.js'

const THRESHOLD = 70
/** Of everybody, whatever the project. */
const CLICKS = 1_000

/**
 * The highest sum of what is equal (address 40, system and version 30, language, time zone and screen 10 each) among
 * the last 1,000 clicks of everybody, from 70 on; of equal sums the newest. It may be given again and again.
 */
export const weightedSum: Rule = (earlier, install) => {
  let best: { tapId: string; sum: number } | null = null
  for (const click of earlier.slice(-CLICKS).reverse()) {
    const sum = sumOf(click, install)
    if (sum >= THRESHOLD && sum > (best?.sum ?? 0)) best = { tapId: click.tapId, sum }
  }
  return best?.tapId ?? null
}

function sumOf(a: DeviceFact, b: DeviceFact): number {
  return (
    (a.address === b.address ? 40 : 0) +
    (a.os === b.os && a.osVersion === b.osVersion ? 30 : 0) +
    (a.language === b.language ? 10 : 0) +
    (a.timeZone === b.timeZone ? 10 : 0) +
    (a.screen === b.screen ? 10 : 0)
  )
}
