import type { Baseline } from './baseline.js'
import type { DeviceFact } from './facts.js'
import { groupBy } from '../../group-by.js'

/**
 * The first click of the project within the window with the same string `{IP}-{OS}-{OSVersion}-{Resolution}`; it may be
 * given again and again. The limit is the window in minutes.
 */
export const equalString: Baseline = ({ clicks, installs }) => {
  const alike = groupBy(clicks, stringOf)
  return (windowMinutes) =>
    new Map(
      installs.flatMap((install) => {
        const first = alike
          .get(stringOf(install))
          ?.find(({ atMinutes }) => install.atMinutes - atMinutes <= windowMinutes)
        const isBefore = first !== undefined && first.atMinutes <= install.atMinutes
        return isBefore ? [[install.installId, first.tapId] as const] : []
      }),
    )
}

function stringOf({ project, address, os, osVersion, screen }: DeviceFact): string {
  return [project, address, os, osVersion, screen].join('-')
}
