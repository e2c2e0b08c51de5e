import type { Pool } from 'pg'
import { plainArray } from './array-literal.js'
import { releaseHeldOfActive } from './release-held.js'
import { runBatch } from './run-batch.js'

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
  /** The database's time of the claim, in milliseconds since 1970. */
  claimedAt: number
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
 * Only lease columns change, none of them indexed. The commit does not wait for the disk: a claim that a crash of
 * the database undoes leaves the row free, as the end of its lease would.
 *
 * @param leaseMs how long the lease holds from now
 * @returns the outcomes in the order of the requests
 */
export async function claimDeliveries(
  pool: Pool,
  requests: ClaimRequest[],
  leaseMs: number,
): Promise<ClaimOutcome[]> {
  const rows = await runBatch<ClaimRow>(pool, {
    name: 'claim-deliveries',
    text: CLAIM,
    values: [...keysOf(requests), leaseMs],
    isDurable: false,
  })
  const claimed = new Map(rows.map((row) => [row.token, row]))
  const others = requests.filter(({ leaseToken }) => !claimed.has(leaseToken))
  const waits = await parkOrWait(pool, others).catch((error: unknown) => {
    if (claimed.size === 0) throw error
    // What was claimed is sent, whatever becomes of the others: nobody else would, until its lease ends.
    return new Map(others.map(({ leaseToken }) => [leaseToken, LOOK_AGAIN]))
  })
  return requests.map((request) => {
    const row = claimed.get(request.leaseToken)
    if (row !== undefined) return { kind: 'claimed', delivery: toClaimed(request, row) }
    return waits.get(request.leaseToken) ?? { kind: 'ended' }
  })
}

function keysOf(requests: ClaimRequest[]): [ids: string, tokens: string] {
  return [
    plainArray(requests.map(({ deliveryId }) => deliveryId)),
    plainArray(requests.map(({ leaseToken }) => leaseToken)),
  ]
}

/**
 * In the order of the ids, so that two workers never wait for each other crosswise. LIMIT 1 keeps each look-up by
 * key where it stands: a join might be planned from the webhooks to their deliveries.
 */
const CLAIM = `
WITH due AS MATERIALIZED (
  SELECT w.token, d.id, d.project_id, h.url, h.secret_sealed, h.previous_secret_sealed
    FROM (SELECT DISTINCT ON (id) id, token FROM unnest($1::uuid[], $2::uuid[]) AS w(id, token) ORDER BY id) w
   CROSS JOIN LATERAL (
     SELECT d.id, d.project_id, d.webhook_id
       FROM deliveries d
      WHERE d.id = w.id
        AND d.due_at <= clock_timestamp()
        AND (d.lease_until IS NULL OR d.lease_until <= clock_timestamp())
      LIMIT 1
        FOR UPDATE SKIP LOCKED) d
   CROSS JOIN LATERAL (
     SELECT h.url, h.secret_sealed,
            CASE WHEN h.previous_secret_expires_at > clock_timestamp() THEN h.previous_secret_sealed END AS previous_secret_sealed
       FROM webhooks h
      WHERE h.id = d.webhook_id AND h.is_active AND h.deleted_at IS NULL
      LIMIT 1) h
), claimed AS (
  UPDATE deliveries d
     SET lease_token = due.token, lease_until = clock_timestamp() + $3::int * interval '1 millisecond'
    FROM due
   WHERE d.id = due.id AND d.project_id = due.project_id
  RETURNING due.token, d.project_id, d.webhook_id, d.event_id, d.event, d.attempts_made, d.schedule_attempts,
            d.is_manual, d.is_test, d.trigger, due.url, due.secret_sealed, due.previous_secret_sealed
)
SELECT c.*, e.payload, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS claimed_at
  FROM claimed c
  LEFT JOIN LATERAL (
    SELECT e.payload FROM events e WHERE e.id = c.event_id AND e.project_id = c.project_id LIMIT 1) e ON true`

interface ClaimRow {
  token: string
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
  claimed_at: number
}

/** What is not claimed: parked when its webhook is off or deleted, else to be looked at later, or never again. */
async function parkOrWait(
  pool: Pool,
  requests: ClaimRequest[],
): Promise<Map<string, ClaimOutcome>> {
  if (requests.length === 0) return new Map()
  const rows = await runBatch<OtherRow>(pool, {
    name: 'park-or-wait',
    text: PARK_OR_WAIT,
    values: keysOf(requests),
    isDurable: true,
  })
  await releaseHeldOfActive(
    pool,
    rows.flatMap((row) => (row.parked_id === null ? [] : [row.parked_id])),
  )
  return new Map(rows.map((row) => [row.token, toOutcome(row)]))
}

const PARK_OR_WAIT = `
WITH due AS MATERIALIZED (
  SELECT d.id, d.project_id, h.deleted_at IS NOT NULL AS is_deleted
    FROM (SELECT DISTINCT id FROM unnest($1::uuid[]) AS w(id) ORDER BY id) w
   CROSS JOIN LATERAL (
     SELECT d.id, d.project_id, d.webhook_id
       FROM deliveries d
      WHERE d.id = w.id
        AND d.due_at <= clock_timestamp()
        AND (d.lease_until IS NULL OR d.lease_until <= clock_timestamp())
      LIMIT 1
        FOR UPDATE SKIP LOCKED) d
   CROSS JOIN LATERAL (
     SELECT h.deleted_at FROM webhooks h
      WHERE h.id = d.webhook_id AND NOT (h.is_active AND h.deleted_at IS NULL) LIMIT 1) h
), parked AS (
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
SELECT w.token, p.id AS parked_id,
       CASE WHEN d.due_at IS NULL OR p.id IS NOT NULL THEN NULL
            ELSE greatest(0, extract(epoch FROM greatest(d.due_at, d.lease_until) - clock_timestamp()) * 1000)::float8 END AS wait_ms
  FROM unnest($1::uuid[], $2::uuid[]) AS w(id, token)
  LEFT JOIN parked p ON p.id = w.id
  LEFT JOIN LATERAL (SELECT d.due_at, d.lease_until FROM deliveries d WHERE d.id = w.id LIMIT 1) d ON true`

interface OtherRow {
  token: string
  /** Set when the webhook was off or deleted. */
  parked_id: string | null
  /** Null when nothing is wanted of the row, or there is none. */
  wait_ms: number | null
}

/** A row that another worker is locking just now is neither claimed nor leased yet: look again this soon. */
const LOOK_AGAIN_MS = 250
const LOOK_AGAIN: ClaimOutcome = { kind: 'wait', waitMs: LOOK_AGAIN_MS }

function toOutcome({ wait_ms: waitMs }: OtherRow): ClaimOutcome {
  if (waitMs === null) return { kind: 'ended' }
  return { kind: 'wait', waitMs: Math.max(LOOK_AGAIN_MS, Math.ceil(waitMs)) }
}

function toClaimed({ deliveryId }: ClaimRequest, row: ClaimRow): ClaimedDelivery {
  return {
    deliveryId,
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
    claimedAt: row.claimed_at,
  }
}
