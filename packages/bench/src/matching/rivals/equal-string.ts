import type { DeviceFact } from './facts.js'
import type { Rule } from './rule.js'

/** The first click of the project with the same string `{IP}-{OS}-{OSVersion}-{Resolution}`; it may be given again and again. */
export const equalString: Rule = (earlier, install) =>
  earlier.find((click) => click.project === install.project && isSameString(click, install))
    ?.tapId ?? null

/** The strings are equal if and only if their parts are. */
function isSameString(a: DeviceFact, b: DeviceFact): boolean {
  return (
    a.address === b.address && a.os === b.os && a.osVersion === b.osVersion && a.screen === b.screen
  )
}
