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
/** An autoscaler must not remove workers in a failover of PostgreSQL, as it would do without a number of due deliveries. */
const REMEMBERED_MS = 10 * 60_000

const UNKNOWN: DueSample = {
  due: NaN,
  held: NaN,
  oldestSeconds: NaN,
  oldestFreeSeconds: NaN,
  starvedProjects: NaN,
}

/**
 * Samples due deliveries for `/metrics`. While the database is unavailable, `due` and `held` keep their values for ten
 * minutes; all else is NaN. Never rejects.
 */
export function createDueSampler(
  database: Pick<Database, 'prisma'>,
  isDatabaseAway: () => boolean,
  now: () => number = () => performance.now(),
): () => Promise<DueSample> {
  let counts: WaitingCounts | null = null
  let seenMs = -Infinity
  let countAgainMs = -Infinity
  let kept: Promise<DueSample> | null = null
  let keptUntilMs = -Infinity

  const count = async () => {
    const startedMs = now()
    countAgainMs = Infinity
    try {
      counts = await countWaiting(database.prisma)
    } finally {
      const endedMs = now()
      countAgainMs = endedMs + (endedMs - startedMs) / COUNTING_SHARE
    }
  }
  const read = async (): Promise<DueSample> => {
    try {
      const oldest = await withDatabaseTimeout(findOldestDue(database.prisma))
      if (now() >= countAgainMs) await withDatabaseTimeout(count())
      seenMs = now()
      return { ...UNKNOWN, ...counts, ...oldest }
    } catch {
      return remembered()
    }
  }
  const remembered = (): DueSample => {
    if (counts === null || now() - seenMs > REMEMBERED_MS) return UNKNOWN
    return { ...UNKNOWN, due: counts.due, held: counts.held }
  }
  return () => {
    if (isDatabaseAway()) return Promise.resolve(remembered())
    const nowMs = now()
    if (kept !== null && nowMs < keptUntilMs) return kept
    keptUntilMs = nowMs + KEPT_MS
    kept = read()
    return kept
  }
}
