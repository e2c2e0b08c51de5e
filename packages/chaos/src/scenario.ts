import type { Random } from '@throughline/testkit/seeded-random'
import type { RedisGroupKind } from '@throughline/testkit/installation'
import type { Backend } from '@throughline/testkit/installation/stores'

export type RedisKind = 'single' | RedisGroupKind

export interface Scenario {
  id: string
  title: string
  /** The unit of `--runs`: kills, restarts or events. */
  counts: string
  /** `quick` for the 30-minute selection, `full` for the report. */
  runs: { quick: number; full: number }
  /** The backends to run on; both by default. */
  backends?: readonly Backend[]
  /** The kinds of Redis to run on, if the backend is Redis; all by default. */
  redis?: readonly RedisKind[]
  /** What this machine lacks for it, and where to get that; null if nothing. */
  missing?: () => string | null
  run(context: RunContext): Promise<Finding>
}

export interface RunContext {
  backend: Backend
  /** Whether PgBouncer is in front of PostgreSQL. */
  isPooled: boolean
  redis: RedisKind
  random: Random
  runs: number
  /** The folder of the bundles. */
  bundles: string
  /** Prints one line of progress. */
  say: (line: string) => void
}

export interface Finding {
  figures: Record<string, string | number>
  promises: Promised[]
}

export interface Promised {
  /** The sentence that must be true, such as `no delivery is lost`. */
  promise: string
  isKept: boolean
  found: string
}

/** @param isKept compares the finding with the promise */
export function promise(text: string, isKept: boolean, found: string | number): Promised {
  return { promise: text, isKept, found: String(found) }
}
