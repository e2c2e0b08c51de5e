import { applyRetention } from '@throughline/db/retention/retention'
import type { WorkerContext } from '../context.js'
import { repeat, type Repeating } from '../repeat.js'
import { runTask, type MaintenanceTask } from './maintain.js'

const DAILY_MS = 24 * 3_600_000
/** Delay after the start, which has more urgent work, and after a failure. */
const SOON_MS = 10 * 60_000
/** Plus or minus a tenth, so that workers do not run at the same time. */
const JITTER = 0.1

/** Drops old partitions some minutes after the start, then daily. */
export function startRetention(ctx: WorkerContext): Repeating {
  let isFirst = true
  return repeat(async () => {
    if (!isFirst) return around(await runTask(ctx, RETENTION))
    isFirst = false
    return around(SOON_MS)
  })
}

export const RETENTION: MaintenanceTask = {
  name: 'retention',
  everyMs: DAILY_MS,
  retryMs: SOON_MS,
  run: async ({ config, logger, metrics, database }) => {
    const { hasMore, ...report } = await applyRetention(database, config.retention)
    for (const { table } of report.dropped) metrics.partitionsDropped.inc({ table })
    for (const { table, rows } of report.deletedRows) metrics.rowsExpired.inc({ table }, rows)
    if (Object.values(report).some((list) => list.length > 0))
      logger.info(report, 'retention run finished')
    if (!hasMore && report.busy.length > 0) return SOON_MS
    return hasMore
  },
}

function around(ms: number): number {
  return ms * (1 - JITTER + 2 * JITTER * Math.random())
}
