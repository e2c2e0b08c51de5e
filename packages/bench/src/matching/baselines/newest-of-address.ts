import type { Baseline } from './baseline.js'
import type { DeviceFact } from './facts.js'
import { groupBy } from '../../group-by.js'

/**
 * The project's newest click from the same address within a window; it may be given again and again. The limit is the
 * window in minutes.
 */
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
        return isInside ? [[install.installId, click.tapId] as const] : []
      }),
    )
}

function placeOf({ project, address }: DeviceFact): string {
  return `${project} ${address}`
}
