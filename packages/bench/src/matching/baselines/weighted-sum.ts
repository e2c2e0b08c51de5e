import type { Baseline } from './baseline.js'
import type { ClickFact, DeviceFact, InstallFact } from './facts.js'

/** Of everybody, whatever the project. */
const CLICKS = 1_000

/**
 * The highest sum of what is equal (address 40, system and version 30, language, time zone and screen 10 each) among
 * the last 1,000 clicks of everybody; of equal sums the newest. It may be given again and again. The limit is the least
 * sum.
 */
export const weightedSum: Baseline = ({ clicks, installs }) => {
  let count = 0
  const best = installs.map((install) => {
    while ((clicks[count]?.atMinutes ?? Infinity) <= install.atMinutes) count += 1
    return { install, ...bestOf(clicks.slice(Math.max(0, count - CLICKS), count), install) }
  })
  return (least) =>
    new Map(
      best.flatMap(({ install, tapId, sum }) =>
        tapId !== null && sum >= least ? [[install.installId, tapId] as const] : [],
      ),
    )
}

function bestOf(clicks: readonly ClickFact[], install: InstallFact) {
  let best: { tapId: string | null; sum: number } = { tapId: null, sum: 0 }
  for (const click of clicks.toReversed()) {
    const sum = sumOf(click, install)
    if (sum > best.sum) best = { tapId: click.tapId, sum }
  }
  return best
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
