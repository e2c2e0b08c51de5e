import type { ClickFact, InstallFact } from './facts.js'

/**
 * A way to match, made again for the comparison and for nothing else.
 *
 * @param earlier all clicks before the install, the oldest first
 * @returns the click's tap, or null
 */
export type Rule = (earlier: readonly ClickFact[], install: InstallFact) => string | null
