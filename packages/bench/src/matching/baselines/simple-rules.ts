import type { ClickFact, DeviceFact, Facts, InstallFact } from './facts.js'
import { groupBy } from '../../group-by.js'

/** A simple rule for comparison. Returns the click of each install, by id, for a limit in the rule's unit. */
export type Baseline = (facts: Facts) => (limit: number) => Map<string, string>

/** The oldest click with the same string `{IP}-{OS}-{OSVersion}-{Resolution}`. Reuses clicks. Limit in minutes. */
export const equalString: Baseline = ({ clicks, installs }) => {
  const alike = groupBy(clicks, stringOf)
  return (windowMinutes) =>
    new Map(
      installs.flatMap((install) => {
        const first = alike
          .get(stringOf(install))
          ?.find(({ atMinutes }) => install.atMinutes - atMinutes <= windowMinutes)
        const isBefore = first !== undefined && first.atMinutes <= install.atMinutes
        return isBefore ? [[install.installId, first.worldClickId] as const] : []
      }),
    )
}

function stringOf({ project, address, os, osVersion, screen }: DeviceFact): string {
  return [project, address, os, osVersion, screen].join('-')
}

/** The newest click from the same address. Reuses clicks. The limit is in minutes. */
export const newestOfAddress: Baseline = ({ clicks, installs }) => {
  const there = groupBy(clicks, placeOf)
  const newest = installs.map((install) => ({
    install,
    click: there.get(placeOf(install))?.findLast(({ atMinutes }) => atMinutes <= install.atMinutes),
  }))
  return (windowMinutes) =>
    new Map(
      newest.flatMap(({ install, click }) => {
        const isInside = click !== undefined && install.atMinutes - click.atMinutes <= windowMinutes
        return isInside ? [[install.installId, click.worldClickId] as const] : []
      }),
    )
}

function placeOf({ project, address }: DeviceFact): string {
  return `${project} ${address}`
}

/** Of all projects. */
const CLICKS = 1_000

/** The highest weighted sum of equal values among the last 1,000 clicks. Reuses clicks. Limit: the minimum sum. */
export const weightedSum: Baseline = ({ clicks, installs }) => {
  let count = 0
  const best = installs.map((install) => {
    while ((clicks[count]?.atMinutes ?? Infinity) <= install.atMinutes) count += 1
    return { install, ...bestOf(clicks.slice(Math.max(0, count - CLICKS), count), install) }
  })
  return (least) =>
    new Map(
      best.flatMap(({ install, worldClickId, sum }) =>
        worldClickId !== null && sum >= least ? [[install.installId, worldClickId] as const] : [],
      ),
    )
}

function bestOf(clicks: readonly ClickFact[], install: InstallFact) {
  let best: { worldClickId: string | null; sum: number } = { worldClickId: null, sum: 0 }
  for (const click of clicks.toReversed()) {
    const sum = sumOf(click, install)
    if (sum > best.sum) best = { worldClickId: click.worldClickId, sum }
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
