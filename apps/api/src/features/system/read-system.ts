import type { SystemBody } from '@throughline/contracts/system'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import { withDatabaseTimeout } from '@throughline/db/connection/with-timeout'
import { countWaiting, findOldestDue } from '@throughline/db/deliveries/read-due'
import { readSystemFacts } from '@throughline/db/projects/system'
import { VERSION } from '@throughline/runtime/version'
import type { AppContext } from '../../context.js'
import type { AccountCall, Answer } from '../../http/route.js'
import { describeConfig } from './describe-config.js'

export async function readSystem({ ctx }: AccountCall<object>): Promise<Answer> {
  const [facts, queue, deliveries] = await Promise.all([
    withDatabaseTimeout(readSystemFacts(ctx.database)),
    readQueue(ctx),
    readDeliveries(ctx).catch(() => null),
  ])
  const timeOrNull = (time: Date | null) => (time === null ? null : formatTimestamp(time))
  const body: SystemBody = {
    version: VERSION,
    node_version: process.versions.node,
    started_at: formatTimestamp(new Date(Date.now() - process.uptime() * 1_000)),
    now: formatTimestamp(facts.now),
    database: {
      version: facts.version,
      size_bytes: facts.sizeBytes,
      last_migration: facts.lastMigration,
      pending_migrations: facts.pendingMigrations,
    },
    queue,
    deliveries,
    worker: {
      seen_at: timeOrNull(facts.workerSeenAt),
      last_attempt_at: timeOrNull(facts.lastAttemptAt),
    },
    configuration: describeConfig(ctx.config),
    ignored_settings: ctx.config.ignoredSettings,
  }
  return { status: 200, body }
}

async function readQueue({ config, queue }: AppContext): Promise<SystemBody['queue']> {
  const [depth, delayed] = await Promise.all(
    [queue.depth(), queue.delayed()].map((counting) => counting.catch(() => null)),
  )
  const backend = config.secrets.redisUrl === undefined ? 'postgresql' : 'redis'
  return { backend, depth: depth ?? null, delayed: delayed ?? null }
}

async function readDeliveries({ database }: AppContext): Promise<SystemBody['deliveries']> {
  const [{ due, held, starvedProjects }, { oldestSeconds }] = await withDatabaseTimeout(
    Promise.all([countWaiting(database.prisma), findOldestDue(database.prisma)]),
  )
  return { due, held, oldest_due_seconds: oldestSeconds, starved_projects: starvedProjects }
}
