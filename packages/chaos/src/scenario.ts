import type { Random } from '@throughline/testkit/seeded-random'
import type { Backend } from '@throughline/testkit/installation/stores'

export interface Scenario {
  id: string
  title: string
  /** What `--runs` counts: kills, restarts, events. */
  counts: string
  /** `quick`: for the selection that takes 30 minutes in all; `full`: for the report. */
  runs: { quick: number; full: number }
  /** Only on these; on both by default. */
  backends?: readonly Backend[]
  run(context: RunContext): Promise<Finding>
}

export interface RunContext {
  backend: Backend
  random: Random
  runs: number
  /** The folder of the bundles. */
  bundles: string
  /** One line about what is going on. */
  say: (line: string) => void
}

export interface Finding {
  figures: Record<string, string | number>
  promises: Promised[]
}

export interface Promised {
  /** As a fact: `0 lost`. */
  promise: string
  isKept: boolean
  found: string
}

/** @param isKept compares what was found with what was promised */
export function promise(text: string, isKept: boolean, found: string | number): Promised {
  return { promise: text, isKept, found: String(found) }
}
