import { deleteExpiredAccountRows } from '@throughline/db/accounts/expired-account-rows'
import { openDatabase } from '@throughline/db/connection/database'
import { runInBatches } from '@throughline/db/retention/run-in-batches'
import { compactDimensions } from '@throughline/db/retention/compact-dimensions'
import { countAttempts } from '@throughline/db/deliveries/count-attempts'
import { cancelOrphans } from '@throughline/db/deliveries/cancel-orphans'
import { continueCancel } from '@throughline/db/deliveries/cancel-replay'
import { continueHolding, queueLeftHeld } from '@throughline/db/deliveries/hold-deliveries'
import { continueReplay, deleteExpiredReplays } from '@throughline/db/deliveries/replay-deliveries'
import { continueErasure } from '@throughline/db/erasure/continue-erasure'
import { deleteDueProject } from '@throughline/db/projects/delete-project'
import { deleteMissingApps } from '@throughline/db/links/app-store'
import { anonymizeClicks } from '@throughline/db/retention/anonymize-clicks'
import { anonymizeExplanations } from '@throughline/db/retention/anonymize-explanations'
import { anonymizeFingerprints } from '@throughline/db/retention/anonymize-fingerprints'
import { anonymizeInstalls } from '@throughline/db/retention/anonymize-installs'
import { anonymizeVisitors } from '@throughline/db/retention/anonymize-visitors'
import { deleteMatchCounts } from '@throughline/db/retention/delete-match-counts'
import { deleteTestDeliveries } from '@throughline/db/retention/delete-test-deliveries'
import { deleteVisits } from '@throughline/db/retention/delete-visits'
import {
  deleteExpiredIdempotencyKeys,
  deleteRevokedTokens,
} from '@throughline/db/retention/expired-rows'
import { ensurePartitions } from '@throughline/db/retention/partitions'
import type { MaintenanceTask } from './maintain.js'

const DAILY_MS = 24 * 3_600_000
/** Often enough that no row outlives its period by much, and no daily salt its 48 hours. */
const HOURLY_MS = 3_600_000
const MINUTE_MS = 60_000
const HALF_MINUTE_MS = 30_000
const LARGE_CALLS_MS = 5_000

export const PARTITIONS: MaintenanceTask = {
  name: 'partitions',
  everyMs: DAILY_MS,
  run: async ({ database, logger }) => {
    const { made, left } = await ensurePartitions(database)
    if (made.length > 0) logger.info({ made }, 'partitions created')
    if (left.length > 0)
      logger.warn(
        { left },
        'partitions not created: too many rows of these months are in the default partition',
      )
    return false
  },
}

export const EXPIRY: MaintenanceTask = {
  name: 'expiry',
  everyMs: HOURLY_MS,
  run: async ({ database: { prisma } }) => {
    await deleteExpiredIdempotencyKeys(prisma)
    await deleteRevokedTokens(prisma)
    await deleteExpiredAccountRows(prisma)
    await deleteExpiredReplays(prisma)
    await deleteMissingApps(prisma)
    return false
  },
}

/** Deletes projects whose grace has ended. */
export const PROJECTS: MaintenanceTask = {
  name: 'projects',
  everyMs: HOURLY_MS,
  run: async ({ config, logger }) => {
    // Its own connection: a statement may take minutes here, longer than the worker's limit for statements.
    const url = config.secrets.databaseUrl
    const database = openDatabase({ url, ...config.database, poolMax: 1 })
    try {
      const prefix = await deleteDueProject(database)
      if (prefix !== null) logger.info({ prefix }, 'project deleted')
      return prefix !== null
    } finally {
      await database.close()
    }
  },
}

/** Deletes daily salts, so that clicks can no longer be linked to visitors, and device reports and match counts. */
export const ANONYMIZE_VISITORS: MaintenanceTask = {
  name: 'forgetting',
  everyMs: HOURLY_MS,
  run: async ({ database, logger }) => {
    const { salts, hasMore } = await anonymizeVisitors(database)
    if (salts > 0) logger.info({ salts }, 'expired daily salts deleted')
    const visits = await deleteVisits(database)
    const counts = await deleteMatchCounts(database)
    return hasMore || visits.hasMore || counts.hasMore
  },
}

/** Removes personal data from clicks, installs and attributions (docs/privacy.md). */
export const ANONYMIZE: MaintenanceTask = {
  name: 'forgetting_traces',
  everyMs: HOURLY_MS,
  run: async ({ database, metrics }) => {
    const runs = {
      clicks: await anonymizeClicks(database),
      match_traces: await anonymizeExplanations(database),
      fingerprints: await anonymizeFingerprints(database),
      installs: await anonymizeInstalls(database),
      test_deliveries: await deleteTestDeliveries(database),
    }
    for (const [what, { rows }] of Object.entries(runs)) metrics.rowsAnonymized.inc({ what }, rows)
    return Object.values(runs).some(({ hasMore }) => hasMore)
  },
}

export const ORPHANS: MaintenanceTask = {
  name: 'orphans',
  everyMs: MINUTE_MS,
  run: async ({ database, metrics, logger }) => {
    const deliveryIds = await cancelOrphans(database.prisma)
    if (deliveryIds.length === 0) return false
    metrics.faults.inc({ fault: 'orphan' }, deliveryIds.length)
    logger.error(
      { deliveryIds },
      'deliveries canceled: their event or webhook is missing from the database',
    )
    return false
  },
}

/** Reports held deliveries of active webhooks, which only a crash can leave, and lets `LARGE_CALLS` release them. */
export const LEFT_HELD: MaintenanceTask = {
  name: 'left_held',
  everyMs: HOURLY_MS,
  run: async ({ database, logger }) => {
    const webhooks = await queueLeftHeld(database.prisma)
    if (webhooks > 0) logger.warn({ webhooks }, 'held deliveries found for active webhooks')
    return false
  },
}

/** Continues work too large for one request: replays, their cancellation, holding, resuming, erasures. */
export const LARGE_CALLS: MaintenanceTask = {
  name: 'large_calls',
  everyMs: LARGE_CALLS_MS,
  retryMs: LARGE_CALLS_MS,
  run: async ({ database }) => {
    const areUnfinished = [
      await continueHolding(database),
      await continueReplay(database),
      await continueCancel(database),
      await continueErasure(database),
    ]
    return areUnfinished.includes(true) ? 0 : false
  },
}

/** Counts attempts for the overview, some minutes late. */
export const COUNT_ATTEMPTS: MaintenanceTask = {
  name: 'attempt_counts',
  everyMs: HALF_MINUTE_MS,
  run: async ({ database }) => {
    const { hasMore } = await runInBatches((rows) => countAttempts(database, rows))
    return hasMore
  },
}

export const COMPACT_DIMENSIONS: MaintenanceTask = {
  name: 'dimensions',
  everyMs: DAILY_MS,
  run: async ({ database, logger }) => {
    if (await compactDimensions(database)) logger.info('counts by dimension compacted')
    return false
  },
}

export const TASKS = [
  PARTITIONS,
  EXPIRY,
  PROJECTS,
  ANONYMIZE_VISITORS,
  ANONYMIZE,
  ORPHANS,
  LEFT_HELD,
  LARGE_CALLS,
  COUNT_ATTEMPTS,
  COMPACT_DIMENSIONS,
]
