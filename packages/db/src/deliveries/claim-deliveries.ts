import type { Pool } from 'pg'
import { releaseHeldOfActive } from './release-held.js'

export interface ClaimRequest {
  deliveryId: string
  /** A UUID made for this claim; the result is accepted only with it. */
  leaseToken: string
}

export interface ClaimedDelivery {
  deliveryId: string
  projectId: string
  leaseToken: string
  webhookId: number
  eventId: string
  event: string
  /** The frozen text whose UTF-8 bytes are sent and signed. */
  payload: string
  /** 1 for the first attempt ever made; manual ones count on. */
  attemptNumber: number
  /** Attempts already made of the schedule under way. */
  scheduleAttempts: number
  isManual: boolean
  isTest: boolean
  trigger: string
  url: string
  secretSealed: string
  /** Set during the grace of a rotation. */
  previousSecretSealed: string | null
}

export type ClaimOutcome =
  | { kind: 'claimed'; delivery: ClaimedDelivery }
  /** Wanted later, or leased by another worker until then. */
  | { kind: 'wait'; waitMs: number }
  /** Nothing is wanted of this row: missing, finished, held, skipped, canceled. */
  | { kind: 'ended' }

/**
 * Takes the lease of every wanted delivery that is due and free, in one statement, by the database's clock.
 * The webhook is read here: a delivery whose webhook is off or deleted is parked (held, canceled) instead.
 * Only lease columns change, none of them indexed.
 *
 * @param leaseMs how long the lease holds from now
 * @returns the outcomes in the order of the requests
 */
export async function claimDeliveries(
  pool: Pool,
  requests: ClaimRequest[],
  leaseMs: number,
): Promise<ClaimOutcome[]> {
  const { rows } = await pool.query<ClaimRow>({
    name: 'claim-deliveries',
    text: CLAIM,
    values: [
      requests.map((request) => request.deliveryId),
      requests.map((request) => request.leaseToken),
      leaseMs,
    ],
  })
  await releaseHeldOfActive(
    pool,
    rows.flatMap((row) => (row.parked_id === null ? [] : [row.parked_id])),
  )
  const byToken = new Map(rows.map((row) => [row.token, row]))
  return requests.map((request) => toOutcome(byToken.get(request.leaseToken)))
}

const CLAIM = `
WITH wanted AS (
  SELECT w.id, w.token FROM unnest($1::uuid[], $2::uuid[]) AS w(id, token)
), due AS MATERIALIZED (
  SELECT d.id, d.project_id, d.webhook_id
    FROM deliveries d
   WHERE d.id = ANY ($1::uuid[])
     AND d.due_at <= clock_timestamp()
     AND (d.lease_until IS NULL OR d.lease_until <= clock_timestamp())
   ORDER BY d.id
     FOR UPDATE OF d SKIP LOCKED
), claimed AS (
  UPDATE deliveries d
     SET lease_token = w.token, lease_until = clock_timestamp() + $3::int * interval '1 millisecond'
    FROM due
    JOIN (SELECT DISTINCT ON (id) id, token FROM wanted) w ON w.id = due.id
    JOIN webhooks h ON h.id = due.webhook_id
   WHERE d.id = due.id AND d.project_id = due.project_id AND h.is_active AND h.deleted_at IS NULL
  RETURNING d.id, d.project_id, d.lease_token, d.webhook_id, d.event_id, d.event, d.attempts_made,
            d.schedule_attempts, d.is_manual, d.is_test, d.trigger, h.url, h.secret_sealed,
            CASE WHEN h.previous_secret_expires_at > clock_timestamp() THEN h.previous_secret_sealed END AS previous_secret_sealed
), parked AS (
  UPDATE deliveries d
     SET state = CASE WHEN d.state NOT IN ('pending', 'retrying') THEN d.state
                      WHEN h.deleted_at IS NOT NULL THEN 'canceled' ELSE 'held' END,
         held_at = CASE WHEN d.state IN ('pending', 'retrying') AND h.deleted_at IS NULL THEN clock_timestamp() ELSE d.held_at END,
         completed_at = CASE WHEN d.state IN ('pending', 'retrying') AND h.deleted_at IS NOT NULL THEN clock_timestamp() ELSE d.completed_at END,
         next_attempt_at = CASE WHEN h.deleted_at IS NULL THEN d.next_attempt_at END,
         due_at = NULL, is_manual = false
    FROM due JOIN webhooks h ON h.id = due.webhook_id
   WHERE d.id = due.id AND d.project_id = due.project_id AND NOT (h.is_active AND h.deleted_at IS NULL)
  RETURNING d.id
)
SELECT w.token, c.id IS NOT NULL AS is_claimed, c.id, c.project_id, c.webhook_id, c.event_id, c.event, c.attempts_made,
       c.schedule_attempts, c.is_manual, c.is_test, c.trigger, c.url, c.secret_sealed, c.previous_secret_sealed, e.payload, p.id AS parked_id,
       CASE WHEN d.due_at IS NULL OR p.id IS NOT NULL THEN NULL
            ELSE greatest(0, extract(epoch FROM greatest(d.due_at, d.lease_until) - clock_timestamp()) * 1000)::float8 END AS wait_ms
  FROM wanted w
  LEFT JOIN claimed c ON c.id = w.id AND c.lease_token = w.token
  LEFT JOIN events e ON e.id = c.event_id AND e.project_id = c.project_id
  LEFT JOIN parked p ON p.id = w.id
  LEFT JOIN deliveries d ON d.id = w.id`

interface ClaimRow {
  token: string
  is_claimed: boolean
  id: string
  project_id: string
  webhook_id: number
  event_id: string
  event: string
  attempts_made: number
  schedule_attempts: number
  is_manual: boolean
  is_test: boolean
  trigger: string
  url: string
  secret_sealed: string
  previous_secret_sealed: string | null
  payload: string
  /** Set when the webhook was off or deleted. */
  parked_id: string | null
  wait_ms: number | null
}

/** A row that another worker is locking just now is neither claimed nor leased yet: look again this soon. */
const LOOK_AGAIN_MS = 250

function toOutcome(row: ClaimRow | undefined): ClaimOutcome {
  if (row === undefined) return { kind: 'ended' }
  if (row.is_claimed) return { kind: 'claimed', delivery: toClaimed(row) }
  if (row.wait_ms === null) return { kind: 'ended' }
  return { kind: 'wait', waitMs: Math.max(LOOK_AGAIN_MS, Math.ceil(row.wait_ms)) }
}

function toClaimed(row: ClaimRow): ClaimedDelivery {
  return {
    deliveryId: row.id,
    projectId: row.project_id,
    leaseToken: row.token,
    webhookId: row.webhook_id,
    eventId: row.event_id,
    event: row.event,
    payload: row.payload,
    attemptNumber: row.attempts_made + 1,
    scheduleAttempts: row.schedule_attempts,
    isManual: row.is_manual,
    isTest: row.is_test,
    trigger: row.is_manual ? 'resend' : row.trigger,
    url: row.url,
    secretSealed: row.secret_sealed,
    previousSecretSealed: row.previous_secret_sealed,
  }
}
