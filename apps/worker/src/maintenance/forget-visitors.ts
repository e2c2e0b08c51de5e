import { forgetVisitors } from '@throughline/db/retention/anonymize-visitors'
import { forgetVisits } from '@throughline/db/retention/delete-visits'
import { deleteMatchCounts } from '@throughline/db/retention/delete-match-counts'
import type { WorkerContext } from '../context.js'
import { repeat, type Repeating } from '../repeat.js'

/** Often enough that no salt outlives its 48 h (architecture, section 3). */
const HOURLY_MS = 3_600_000
const MINUTE_MS = 60_000
/** Between parts of what is too much for one run. */
const AT_ONCE_MS = 100

/**
 * Who tapped which link is forgotten once the day is over and its clicks have all come in, and what a loading page told
 * once no install can match it. Match counts go after 13 weeks.
 */
export function startForgetting(ctx: WorkerContext): Repeating {
  return repeat(() => forgetOnce(ctx))
}

/**
 * One run. Never throws: what is left stays for the next one.
 *
 * @returns how long until the next run should come, in milliseconds
 */
export async function forgetOnce({ database, metrics, logger }: WorkerContext): Promise<number> {
  try {
    const { salts, hasMore } = await forgetVisitors(database)
    if (salts > 0) logger.info({ salts }, 'salts of days that are over were deleted')
    const visits = await forgetVisits(database)
    const counts = await deleteMatchCounts(database)
    return hasMore || visits.hasMore || counts.hasMore ? AT_ONCE_MS : HOURLY_MS
  } catch (error) {
    metrics.maintenanceFailures.inc({ chore: 'forgetting' })
    logger.warn({ err: error, chore: 'forgetting' }, 'maintenance failed; again in a minute')
    return MINUTE_MS
  }
}
