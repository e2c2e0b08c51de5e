import type { Facts } from './facts.js'

/**
 * A plain rule, made for the comparison and for nothing else.
 *
 * @returns for a limit of the rule's own kind what each install is given: a click's tap by the install's id; installs
 *   that are given none are left out
 */
export type Baseline = (facts: Facts) => (limit: number) => Map<string, string>
