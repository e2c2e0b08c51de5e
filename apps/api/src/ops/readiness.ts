import { promptly } from '@throughline/db/promptly'
import { isDatabaseUnavailable } from '@throughline/db/unavailable'
import { countPartitionsAhead } from '@throughline/db/partitions'
import type { AppContext } from '../context.js'

/** Why the API is not ready, or null. */
export type Readiness = () => Promise<string | null>

/** Probes come every few seconds. */
const KEPT_MS = 1_000

/**
 * The API needs PostgreSQL and room for next month's rows, but no Redis (contract §8). It is asked by anybody, on any
 * host and past the limit of requests in work: all who ask within a second share one look.
 */
export function createReadiness(ctx: Pick<AppContext, 'database' | 'isStopping'>): Readiness {
  let look: Promise<string | null> | null = null
  let keptUntilMs = 0
  return () => {
    if (ctx.isStopping()) return Promise.resolve('stopping')
    if (look !== null && performance.now() < keptUntilMs) return look
    keptUntilMs = Infinity
    look = findReason(ctx).finally(() => {
      keptUntilMs = performance.now() + KEPT_MS
    })
    return look
  }
}

/** Never rejects. */
async function findReason(ctx: Pick<AppContext, 'database'>): Promise<string | null> {
  try {
    const ahead = await promptly(countPartitionsAhead(ctx.database.prisma))
    return ahead < 1
      ? 'no partition for next month: run the migrate command or start a worker'
      : null
  } catch (error) {
    return isDatabaseUnavailable(error)
      ? 'the database is away'
      : 'the database is not migrated: run the migrate command'
  }
}
