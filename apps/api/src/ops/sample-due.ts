import type { Database } from '@throughline/db/connection/database'
import {
  countWaiting,
  findOldestDue,
  type WaitingCounts,
} from '@throughline/db/deliveries/read-due'
import { withDatabaseTimeout } from '@throughline/db/connection/with-timeout'
import type { DueSample } from '@throughline/runtime/due-metrics'

/** How long a sample is shared by all gauges and scrapers. */
const KEPT_MS = 5_000
/** Maximum share of time for counting, which takes longer the more deliveries are due. */
const COUNTING_SHARE = 0.01

const UNKNOWN: DueSample = {
  due: NaN,
  held: NaN,
  oldestSeconds: NaN,
  oldestFreeSeconds: NaN,
  starvedProjects: NaN,
}

/** Samples due deliveries for `/metrics`; NaN while the database is unavailable. Never rejects. */
export function createDueSampler(
  database: Pick<Database, 'prisma'>,
  isDatabaseAway: () => boolean,
): () => Promise<DueSample> {
  let counts: WaitingCounts | null = null
  let countAgainMs = -Infinity
  let kept: Promise<DueSample> | null = null
  let keptUntilMs = -Infinity

  const count = async () => {
    const startedMs = performance.now()
    countAgainMs = Infinity
    try {
      counts = await countWaiting(database.prisma)
    } finally {
      const endedMs = performance.now()
      countAgainMs = endedMs + (endedMs - startedMs) / COUNTING_SHARE
    }
  }
  const read = async (): Promise<DueSample> => {
    try {
      const oldest = await withDatabaseTimeout(findOldestDue(database.prisma))
      if (performance.now() >= countAgainMs) await withDatabaseTimeout(count())
      return { ...UNKNOWN, ...counts, ...oldest }
    } catch {
      return UNKNOWN
    }
  }
  return () => {
    if (isDatabaseAway()) return Promise.resolve(UNKNOWN)
    const nowMs = performance.now()
    if (kept !== null && nowMs < keptUntilMs) return kept
    keptUntilMs = nowMs + KEPT_MS
    kept = read()
    return kept
  }
}
