import type { Machine } from '../../machine.js'
import type { RateResult } from './measure-rate.js'
import type { RaceResult } from './race.js'

/** How installs name the click: by its token, or by equal signals alone. */
export type Way = 'referrer' | 'signals'

/** A run, as `--save` writes it. */
export interface ContentionReport {
  machine: Machine
  seed: number
  races: (RaceResult & { by: Way })[]
  rates: (RateResult & { by: Way })[]
}

/** Whether one install has the click, in its answer and in each table, and all others were told why they have not. */
export function hasOneWinner({ installs, winners, reasons, stored }: RaceResult): boolean {
  const { claims, attributions, events } = stored
  const told = Object.values(reasons).reduce((sum, times) => sum + times, 0)
  return (
    [winners, claims, attributions, events].every((number) => number === 1) && told === installs - 1
  )
}
