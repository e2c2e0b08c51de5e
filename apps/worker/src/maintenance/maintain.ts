import { deleteMissingApps } from '@throughline/db/links/app-store'
import { cancelOrphans } from '@throughline/db/deliveries/cancel-orphans'
import { findLeftHeld } from '@throughline/db/deliveries/hold-deliveries'
import { deleteExpiredReplays } from '@throughline/db/deliveries/replay-deliveries'
import { deleteExpiredIdempotencyKeys, deleteRevokedTokens } from '@throughline/db/retention/expired-rows'
import { ensurePartitions } from '@throughline/db/retention/partitions'
import type { WorkerContext } from '../context.js'
import { repeat, type Repeating } from '../repeat.js'

const DAILY_MS = 24 * 3_600_000
const HOURLY_MS = 3_600_000
const MINUTE_MS = 60_000

/** Monthly partitions made ahead, at start and daily (architecture, section 3). */
export function startPartitionMaker(ctx: WorkerContext): Repeating {
  return maintain(ctx, { name: 'partitions', everyMs: DAILY_MS }, async () => {
    const { made, left } = await ensurePartitions(ctx.database)
    if (made.length > 0) ctx.logger.info({ made }, 'partitions were made')
    if (left.length > 0)
      ctx.logger.warn({ left }, 'too many rows to be moved: these months stay in DEFAULT')
  })
}

/** Rows that have served their time are dropped, hourly so that none much outlives it. */
export function startExpiry(ctx: WorkerContext): Repeating {
  return maintain(ctx, { name: 'expiry', everyMs: HOURLY_MS }, async () => {
    await deleteExpiredIdempotencyKeys(ctx.database.prisma)
    await deleteRevokedTokens(ctx.database.prisma)
    await deleteExpiredReplays(ctx.database.prisma)
    await deleteMissingApps(ctx.database.prisma)
  })
}

/** Deliveries that are held although nothing holds them are looked for, hourly since it takes a crash in a bad moment. */
export function startLeftHeldCheck(ctx: WorkerContext): Repeating {
  return maintain(ctx, { name: 'left_held', everyMs: HOURLY_MS }, async () => {
    const webhooks = await findLeftHeld(ctx.database.prisma)
    if (webhooks > 0) ctx.logger.warn({ webhooks }, 'deliveries were held of webhooks that are on')
  })
}

/** Deliveries that can never be sent end, and are told of, instead of being claimed for ever. */
export function startOrphanCheck(ctx: WorkerContext): Repeating {
  return maintain(ctx, { name: 'orphans', everyMs: MINUTE_MS }, async () => {
    const deliveryIds = await cancelOrphans(ctx.database.prisma)
    if (deliveryIds.length === 0) return
    ctx.metrics.faults.inc({ fault: 'orphan' }, deliveryIds.length)
    ctx.logger.error(
      { deliveryIds },
      'canceled: the event or the webhook of these deliveries is gone from the database',
    )
  })
}

interface Chore {
  name: string
  everyMs: number
}

function maintain(ctx: WorkerContext, chore: Chore, task: () => Promise<void>): Repeating {
  return repeat(async () => {
    try {
      await task()
      return chore.everyMs
    } catch (error) {
      ctx.metrics.maintenanceFailures.inc({ chore: chore.name })
      ctx.logger.warn({ err: error, chore: chore.name }, 'maintenance failed; again in a minute')
      return MINUTE_MS
    }
  })
}
