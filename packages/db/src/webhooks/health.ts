// Raw SQL: Prisma has no lateral joins.
import type { Db } from '../connection/database.js'

export interface WebhookHealth {
  /** Attempts of the last 24 hours, shortest first. */
  attempts: AttemptCounts[]
  oldestDueAt: Date | null
  lastError: LastError | null
}

interface AttemptCounts {
  outcome: string
  /** Upper bound of a bucket. */
  durationMs: number
  attempts: number
}

export interface LastError {
  deliveryId: string
  startedAt: Date
  statusCode: number | null
  errorClass: string | null
  error: string | null
}

interface Which {
  projectId: string
  ids: number[]
}

export async function readWebhookHealth(
  db: Db,
  which: Which,
): Promise<ReadonlyMap<number, WebhookHealth>> {
  const [counts, due, errors] = await Promise.all([
    readCounts(db, which),
    readOldestDue(db, which),
    readLastErrors(db, which),
  ])
  return new Map(
    which.ids.map((id) => {
      const attempts = counts.filter(({ webhookId }) => webhookId === id)
      const oldestDueAt = due.find(({ webhookId }) => webhookId === id)?.dueAt ?? null
      const lastError = errors.find(({ webhookId }) => webhookId === id) ?? null
      return [id, { attempts, oldestDueAt, lastError }]
    }),
  )
}

function readCounts(db: Db, { projectId, ids }: Which) {
  return db.$queryRaw<(AttemptCounts & { webhookId: number })[]>`
    SELECT webhook_id AS "webhookId", outcome, duration_ms AS "durationMs", sum(attempts)::float8 AS attempts
      FROM attempt_counts
     WHERE project_id = ${projectId}::uuid AND hour >= now() - interval '24 hours' AND webhook_id = ANY (${ids}::integer[])
     GROUP BY 1, 2, 3 ORDER BY 3`
}

/** Deliveries of all webhooks that have been due longest. More of them are an outage, which concerns all. */
const DUE_LOOKED_AT = 10_000

function readOldestDue(db: Db, { ids }: Which) {
  return db.$queryRaw<{ webhookId: number; dueAt: Date }[]>`
    SELECT webhook_id AS "webhookId", min(due_at) AS "dueAt"
      FROM (SELECT webhook_id, due_at FROM deliveries
             WHERE due_at IS NOT NULL AND due_at <= now() ORDER BY due_at LIMIT ${DUE_LOOKED_AT}::integer) AS due
     WHERE webhook_id = ANY (${ids}::integer[])
     GROUP BY 1`
}

/** How many of a webhook's newest deliveries are searched for its last error. */
const DELIVERIES_LOOKED_AT = 200

/** An attempt's id is later than its delivery's id, so the query skips the partitions of earlier months. */
function readLastErrors(db: Db, { projectId, ids }: Which) {
  return db.$queryRaw<(LastError & { webhookId: number })[]>`
    SELECT h.id AS "webhookId", e.*
      FROM unnest(${ids}::integer[]) AS h(id)
     CROSS JOIN LATERAL (
       SELECT a.delivery_id AS "deliveryId", a.started_at AS "startedAt", a.status_code AS "statusCode",
              a.error_class AS "errorClass", a.error
         FROM (SELECT id, project_id, attempts_made, state, created_at FROM deliveries
                WHERE webhook_id = h.id AND project_id = ${projectId}::uuid
                ORDER BY id DESC LIMIT ${DELIVERIES_LOOKED_AT}::integer) AS d
        CROSS JOIN LATERAL (
          SELECT * FROM delivery_attempts a
           WHERE a.delivery_id = d.id AND a.project_id = d.project_id AND a.id >= uuid7_floor(d.created_at - interval '1 hour')
             AND a.outcome = 'failed'
           ORDER BY a.number DESC LIMIT 1) AS a
        WHERE d.attempts_made > 1 OR (d.attempts_made = 1 AND d.state <> 'succeeded')
        ORDER BY a.started_at DESC LIMIT 1) AS e`
}
