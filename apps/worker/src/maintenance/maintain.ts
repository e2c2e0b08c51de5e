import { deleteExpiredIdempotencyKeys, deleteExpiredSalts } from '@throughline/db/expired-rows'
import { ensurePartitions } from '@throughline/db/partitions'
import type { WorkerContext } from '../context.js'
import { repeat, type Repeating } from '../repeat.js'

const DAILY_MS = 24 * 3_600_000
const HOURLY_MS = 3_600_000
const AFTER_FAILURE_MS = 60_000

/** Monthly partitions made ahead, at start and daily (architecture, section 3). */
export function startPartitionMaker(ctx: WorkerContext): Repeating {
  return maintain(ctx, DAILY_MS, () => ensurePartitions(ctx.database.prisma))
}

/** Rows that have served their time are dropped, hourly so that none much outlives it. */
export function startExpiry(ctx: WorkerContext): Repeating {
  return maintain(ctx, HOURLY_MS, async () => {
    await deleteExpiredIdempotencyKeys(ctx.database.prisma)
    await deleteExpiredSalts(ctx.database.prisma)
  })
}

function maintain(ctx: WorkerContext, everyMs: number, task: () => Promise<void>): Repeating {
  return repeat(async () => {
    try {
      await task()
      return everyMs
    } catch (error) {
      ctx.logger.warn({ err: error }, 'maintenance failed; again in a minute')
      return AFTER_FAILURE_MS
    }
  })
}
