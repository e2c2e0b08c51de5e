import { forgetClicks } from '@throughline/db/retention/anonymize-clicks'
import { forgetFingerprints } from '@throughline/db/retention/anonymize-fingerprints'
import { forgetMatchTraces } from '@throughline/db/retention/anonymize-explanations'
import { anonymizeInstalls } from '@throughline/db/retention/anonymize-installs'
import { deleteTestDeliveries } from '@throughline/db/retention/delete-test-deliveries'
import type { WorkerContext } from '../context.js'
import { repeat, type Repeating } from '../repeat.js'

/** Often enough that nothing much outlives its time. */
const HOURLY_MS = 3_600_000
const MINUTE_MS = 60_000
/** Between parts of what is too much for one run. */
const AT_ONCE_MS = 100

/** What clicks, installs and attributions tell of a person is taken from them once nothing needs it (docs/privacy.md). */
export function startForgettingTraces(ctx: WorkerContext): Repeating {
  return repeat(() => forgetTracesOnce(ctx))
}

/**
 * One run. Never throws: what is left stays for the next one.
 *
 * @returns how long until the next run should come, in milliseconds
 */
export async function forgetTracesOnce(ctx: WorkerContext): Promise<number> {
  const { database, metrics, logger } = ctx
  try {
    const runs = {
      clicks: await forgetClicks(database),
      match_traces: await forgetMatchTraces(database),
      fingerprints: await forgetFingerprints(database),
      installs: await anonymizeInstalls(database),
      test_deliveries: await deleteTestDeliveries(database),
    }
    for (const [what, { rows }] of Object.entries(runs)) metrics.tracesForgotten.inc({ what }, rows)
    return Object.values(runs).some(({ hasMore }) => hasMore) ? AT_ONCE_MS : HOURLY_MS
  } catch (error) {
    metrics.maintenanceFailures.inc({ chore: 'forgetting_traces' })
    logger.warn({ err: error, chore: 'forgetting_traces' }, 'maintenance failed; again in a minute')
    return MINUTE_MS
  }
}
