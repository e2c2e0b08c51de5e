import { applyRetention } from '@throughline/db/retention/retention'
import type { WorkerContext } from '../context.js'
import { repeat, type Repeating } from '../repeat.js'

const DAILY_MS = 24 * 3_600_000
/** A start has better things to do first; and after a failure nobody is waiting. */
const SOON_MS = 10 * 60_000
/** Between parts of what is too much for one run. */
const AT_ONCE_MS = 100
/** A tenth more or less, so that many workers don't come at once. */
const JITTER = 0.1

/** Old partitions dropped some minutes after the start and daily. */
export function startRetention(ctx: WorkerContext): Repeating {
  let isFirst = true
  return repeat(async () => {
    if (!isFirst) return around(await retainOnce(ctx))
    isFirst = false
    return around(SOON_MS)
  })
}

/**
 * One run. Never throws: what is left stays for the next one.
 *
 * @returns how long until the next run should come, in milliseconds
 */
export async function retainOnce(ctx: WorkerContext): Promise<number> {
  const { config, logger, metrics, database } = ctx
  try {
    const { hasMore, ...report } = await applyRetention(database, config.retention)
    for (const { table } of report.dropped) metrics.partitionsDropped.inc({ table })
    for (const { table, rows } of report.deletedRows) metrics.rowsExpired.inc({ table }, rows)
    if (Object.values(report).some((list) => list.length > 0)) logger.info(report, 'retention')
    if (hasMore) return AT_ONCE_MS
    return report.busy.length === 0 ? DAILY_MS : SOON_MS
  } catch (error) {
    metrics.maintenanceFailures.inc({ chore: 'retention' })
    logger.warn({ err: error }, 'retention failed; again in some minutes')
    return SOON_MS
  }
}

function around(ms: number): number {
  return ms * (1 - JITTER + 2 * JITTER * Math.random())
}
