import type { Database } from '../connection/database.js'
import type { ClaimOutcome } from './claim-outcome.js'
import { releaseHeldOfActive } from './release-held.js'
import { keysOf, type ClaimRequest } from './claim-request.js'
import { IS_DUE_BY_KEY } from './due-by-key.js'
import { batchStatement } from '../batch/batch-statement.js'

/** Holds or cancels unclaimed deliveries whose webhook is off or deleted. The others wait, or their job ends. */
export async function holdOrWait(
  database: Database,
  requests: ClaimRequest[],
): Promise<Map<string, ClaimOutcome>> {
  if (requests.length === 0) return new Map()
  const { rows } = await batchStatement<OtherRow>(database, {
    name: 'hold-or-wait',
    text: HOLD_OR_WAIT,
    values: keysOf(requests),
    isDurable: true,
  })
  await releaseHeldOfActive(
    database.prisma,
    rows.flatMap((row) => (row.held_id === null ? [] : [row.held_id])),
  )
  return new Map(rows.map((row) => [row.token, toOutcome(row)]))
}

const HOLD_OR_WAIT = `
WITH due AS MATERIALIZED (
  SELECT d.id, d.project_id, h.deleted_at IS NOT NULL AS is_deleted
    FROM (SELECT DISTINCT id FROM unnest($1::uuid[]) AS w(id) ORDER BY id) w
   CROSS JOIN LATERAL (
     SELECT d.id, d.project_id, d.webhook_id
       FROM deliveries d
      WHERE d.id = w.id
        AND ${IS_DUE_BY_KEY}
        AND (d.lease_until IS NULL OR d.lease_until <= clock_timestamp())
      LIMIT 1
        FOR UPDATE SKIP LOCKED) d
   CROSS JOIN LATERAL (
     SELECT h.deleted_at FROM webhooks h
      WHERE h.id = d.webhook_id AND NOT (h.is_active AND h.deleted_at IS NULL) LIMIT 1) h
), held AS (
  UPDATE deliveries d
     SET state = CASE WHEN d.state NOT IN ('pending', 'retrying') THEN d.state
                      WHEN due.is_deleted THEN 'canceled' ELSE 'held' END,
         held_at = CASE WHEN d.state IN ('pending', 'retrying') AND NOT due.is_deleted THEN clock_timestamp() ELSE d.held_at END,
         completed_at = CASE WHEN d.state IN ('pending', 'retrying') AND due.is_deleted THEN clock_timestamp() ELSE d.completed_at END,
         next_attempt_at = CASE WHEN NOT due.is_deleted THEN d.next_attempt_at END,
         due_at = NULL, is_manual = false
    FROM due
   WHERE d.id = due.id AND d.project_id = due.project_id
  RETURNING d.id
)
SELECT w.token, p.id AS held_id,
       CASE WHEN d.due_at IS NULL OR d.seq > w.seq OR p.id IS NOT NULL THEN NULL
            ELSE greatest(0, extract(epoch FROM greatest(d.due_at, d.lease_until) - clock_timestamp()) * 1000)::float8 END AS wait_ms
  FROM unnest($1::uuid[], $2::uuid[], $3::integer[]) AS w(id, token, seq)
  LEFT JOIN held p ON p.id = w.id
  LEFT JOIN LATERAL (SELECT d.due_at, d.lease_until, d.seq FROM deliveries d WHERE d.id = w.id LIMIT 1) d ON true`

interface OtherRow {
  token: string
  held_id: string | null
  /** Null if the job has nothing to do: its row is finished, gone, or another job's. */
  wait_ms: number | null
}

/** The retry delay while another worker locks a row that is not leased yet. */
const LOOK_AGAIN_MS = 250
export const LOOK_AGAIN: ClaimOutcome = { kind: 'wait', waitMs: LOOK_AGAIN_MS }

function toOutcome({ wait_ms: waitMs }: OtherRow): ClaimOutcome {
  if (waitMs === null) return { kind: 'ended' }
  return { kind: 'wait', waitMs: Math.max(LOOK_AGAIN_MS, Math.ceil(waitMs)) }
}
