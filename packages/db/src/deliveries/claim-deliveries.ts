import type { Database } from '../connection/database.js'
import { isLockTimeout } from '../connection/errors.js'
import type { ClaimedDelivery, ClaimOutcome } from './claim-outcome.js'
import { keysOf, type ClaimRequest } from './claim-request.js'
import { IS_DUE_BY_KEY } from './due-by-key.js'
import { LOOK_AGAIN, holdOrWait } from './hold-or-wait.js'
import { batchStatement } from '../batch/batch-statement.js'

/**
 * Leases requested deliveries that are due and free, by the database's clock; outcomes in the order of the requests. A
 * webhook that is off holds, a deleted one cancels. The commit does not wait for the disk: a claim that a crash undoes
 * leaves the row free.
 */
export async function claimDeliveries(
  database: Database,
  requests: ClaimRequest[],
  leaseMs: number,
): Promise<ClaimOutcome[]> {
  const rows = await take(database, requests, leaseMs) // mutant: no-lease
  const claimed = new Map(rows.map((row) => [row.token, row]))
  const others = requests.filter(({ leaseToken }) => !claimed.has(leaseToken))
  const waits = await holdOrWait(database, others).catch((error: unknown) => {
    if (claimed.size === 0) throw error
    // Claimed deliveries are sent even if the others fail: no other worker would send them before the lease ends.
    return new Map(others.map(({ leaseToken }) => [leaseToken, LOOK_AGAIN]))
  })
  return requests.map((request) => {
    const row = claimed.get(request.leaseToken)
    if (row !== undefined) return { kind: 'claimed', delivery: toClaimed(request, row) }
    return waits.get(request.leaseToken) ?? { kind: 'ended' }
  })
}

/** Rows that others lock for longer are skipped. */
const LOCK_TIMEOUT_MS = 50

/** Waits for short locks. Only if one takes long are locked rows skipped. */
async function take(
  database: Database,
  requests: ClaimRequest[],
  leaseMs: number,
): Promise<ClaimRow[]> {
  const values = [...keysOf(requests), String(leaseMs)]
  try {
    const { rows } = await batchStatement<ClaimRow>(database, {
      name: 'claim-deliveries',
      text: CLAIM,
      values,
      isDurable: false,
      lockTimeoutMs: LOCK_TIMEOUT_MS,
    })
    return rows
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    const around = { name: 'claim-around-locks', text: CLAIM_AROUND_LOCKS, values }
    const { rows } = await batchStatement<ClaimRow>(database, { ...around, isDurable: false })
    return rows
  }
}

/** LIMIT 1 makes each a lookup by key, not a join from the webhooks. An erased payload counts as missing. */
const claim = (rows: string, wanted: string, webhook: string) => `
WITH claimed AS (
  UPDATE deliveries d
     SET lease_token = w.token, lease_until = clock_timestamp() + $4::int * interval '1 millisecond'
    FROM ${rows}
   WHERE d.id = w.id AND ${wanted}
     AND (SELECT h.is_active AND h.deleted_at IS NULL FROM webhooks h WHERE h.id = ${webhook})
  RETURNING d.id, w.token, d.project_id, d.webhook_id, d.event_id, d.event, d.attempts_made, d.schedule_attempts,
            d.is_manual, d.is_test, d.trigger
)
SELECT c.token, c.project_id, c.webhook_id, c.event_id, c.event, c.attempts_made, c.schedule_attempts, c.is_manual,
       c.is_test, c.trigger, h.*, nullif(e.payload, '') AS payload, e.install_id, e.attribution_id, e.traceparent,
       (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS claimed_at
  FROM claimed c
 CROSS JOIN LATERAL (
   SELECT h.url, h.secret_sealed,
          (h.verification_id = c.id AND h.verification_checked_at IS NULL) IS TRUE AS is_verification,
          CASE WHEN h.previous_secret_expires_at > clock_timestamp() THEN h.previous_secret_sealed END AS previous_secret_sealed
     FROM webhooks h WHERE h.id = c.webhook_id LIMIT 1) h
  LEFT JOIN LATERAL (
    SELECT e.payload, e.install_id, e.attribution_id, e.traceparent FROM events e
     WHERE e.id = c.event_id AND e.project_id = c.project_id LIMIT 1) e ON true`

const IS_FREE = `${IS_DUE_BY_KEY} AND (d.lease_until IS NULL OR d.lease_until <= clock_timestamp())`

/** Locks rows in id order, so that two workers do not deadlock. */
const CLAIM = claim(
  'unnest($1::uuid[], $2::uuid[], $3::integer[]) AS w(id, token, seq)',
  `d.seq <= w.seq AND ${IS_FREE}`,
  'd.webhook_id',
)

const CLAIM_AROUND_LOCKS = claim(
  `(SELECT d.id, d.project_id, d.webhook_id, w.token
      FROM (SELECT DISTINCT ON (id) id, token, seq FROM unnest($1::uuid[], $2::uuid[], $3::integer[]) AS w(id, token, seq)
             ORDER BY id, seq DESC) w
     CROSS JOIN LATERAL (
       SELECT d.id, d.project_id, d.webhook_id FROM deliveries d
        WHERE d.id = w.id AND d.seq <= w.seq AND ${IS_FREE}
        LIMIT 1
          FOR UPDATE SKIP LOCKED) d) w`,
  'd.project_id = w.project_id',
  'w.webhook_id',
)

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
  is_verification: boolean
  url: string
  secret_sealed: string
  previous_secret_sealed: string | null
  payload: string | null
  install_id: string | null
  attribution_id: string | null
  traceparent: string | null
  claimed_at: number
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
    installId: row.install_id,
    attributionId: row.attribution_id,
    traceparent: row.traceparent,
    attemptNumber: row.attempts_made + 1,
    scheduleAttempts: row.schedule_attempts,
    isManual: row.is_manual,
    isTest: row.is_test,
    trigger: row.is_manual ? 'resend' : row.trigger,
    isVerification: row.is_verification,
    url: row.url,
    secretSealed: row.secret_sealed,
    previousSecretSealed: row.previous_secret_sealed,
    claimedAt: row.claimed_at,
  }
}
