import { deliveryHeaders, type SigningSecrets } from '@throughline/core/webhooks/delivery-headers'
import { retryDelayMs } from '@throughline/core/webhooks/retry-schedule'
import type { ClaimedDelivery } from '@throughline/db/deliveries/claim-outcome'
import { releaseLease } from '@throughline/db/deliveries/release-lease'
import type { RecordOutcome } from '@throughline/db/deliveries/record-results'
import type { DeliveryJob, JobOutcome } from '@throughline/queue/delivery-consumer'
import type { WorkerContext } from '../context.js'
import { startAttemptSpan } from './attempt-span.js'
import type { TimedClaim } from './claims.js'
import { recordAttempt } from './record-attempt.js'
import { sendDelivery, type SendOutcome, type SentAttempt } from './send-delivery.js'
import { sendWrongSignature } from './send-wrong-signature.js'
import { VERSION } from '@throughline/runtime/version'
import { randomUUID } from 'node:crypto'

type RecordedOutcome = Extract<RecordOutcome, { kind: 'recorded' }>

const DONE: JobOutcome = { kind: 'done' }
const MAX_CLAIM_AGE_MS = 1_000
/** Shorter delays end before the sweeper's next pass. */
const WORTH_DEFERRING_MS = 1_000

/** How long a job waits in this process. It continues as soon as results are recorded again. */
const WAIT_HERE_MS = 1_000
/** How long the job then waits in the queue, so that other jobs can be the probe. */
const REQUEUE_MS = 500

/** Runs one job: acquire a slot, claim, send, record. The row decides; the job only triggers the check. */
export function deliverWebhook(ctx: WorkerContext, job: DeliveryJob): Promise<JobOutcome> {
  return ctx.breaker.isOpen() ? holdBack(ctx, job, deliver) : deliver(ctx, job)
}

type Deliver = (ctx: WorkerContext, job: DeliveryJob) => Promise<JobOutcome>

/**
 * Holds jobs back while results cannot be recorded, because claimed deliveries would be sent repeatedly. One job is the
 * probe.
 */
export async function holdBack(
  ctx: WorkerContext,
  job: DeliveryJob,
  deliver: Deliver,
): Promise<JobOutcome> {
  if (ctx.breaker.beginProbe()) return probe(ctx, job, deliver)
  ctx.activity.claimed()
  ctx.metrics.faults.inc({ fault: 'held_back' })
  await ctx.breaker.untilClosed(WAIT_HERE_MS)
  if (!ctx.breaker.isOpen()) return deliver(ctx, job)
  return { kind: 'delay', delayMs: REQUEUE_MS * (0.5 + Math.random()) }
}

async function probe(ctx: WorkerContext, job: DeliveryJob, deliver: Deliver): Promise<JobOutcome> {
  let wasSent = false
  const add: WorkerContext['results']['add'] = (result) => {
    wasSent = true
    return ctx.results.add(result)
  }
  try {
    return await deliver({ ...ctx, results: { ...ctx.results, add } }, job)
  } finally {
    ctx.breaker.endProbe(wasSent)
  }
}

async function deliver(ctx: WorkerContext, job: DeliveryJob): Promise<JobOutcome> {
  const acquiring = ctx.limiter.acquire(job)
  const slot = acquiring instanceof Promise ? await acquiring : acquiring
  if (slot.kind === 'saturated') return defer(ctx, job.deliveryId, slot.delayMs)
  let wasSent = false
  ctx.activity.began()
  try {
    const claim = await ctx.claims.claim(job)
    if (claim.outcome.kind === 'wait') return delay(claim.outcome.waitMs)
    if (claim.outcome.kind === 'ended') return DONE
    ctx.activity.claimed()
    const closed = ctx.limiter.goesTo(slot, claim.outcome.delivery.url)
    if (closed !== null) {
      await releaseLease(ctx.database.prisma, claim.outcome.delivery)
      return defer(ctx, job.deliveryId, closed.delayMs)
    }
    const sent = await send(ctx, claim.outcome.delivery, { job, claimedAtMs: claim.claimedAtMs })
    if (sent.kind === 'fault')
      return await giveBack(ctx, { delivery: claim.outcome.delivery, job }, sent.error)
    wasSent = true
    ctx.limiter.attempted(slot, sent)
    const { delivery } = claim.outcome
    const outcome = await recordResult(ctx, { delivery, claim, sent, job }).finally(() =>
      ctx.limiter.recorded(),
    )
    if (delivery.isVerification && sent.isSuccess)
      await sendWrongSignature(ctx, delivery, databaseNow(claim, delivery))
    return outcome
  } catch (error) {
    ctx.metrics.faults.inc({ fault: 'database' })
    ctx.logger.warn({ err: error, ...idsOf(job) }, 'claim or release failed; retrying')
    return faultOutcome()
  } finally {
    ctx.activity.ended()
    if (!wasSent) ctx.limiter.release(slot)
  }
}

/** Defers the job without a claim or an attempt, and keeps the sweeper from adding a second job. */
function defer(ctx: WorkerContext, deliveryId: string, delayMs: number): JobOutcome {
  ctx.metrics.deferred.inc()
  ctx.activity.claimed()
  if (delayMs >= WORTH_DEFERRING_MS)
    ctx.deferrals.add({ deliveryId, delayMs }).catch((error: unknown) => {
      ctx.logger.debug(
        { err: error, deliveryId },
        'deferral not stored; the sweeper may add a second job',
      )
    })
  // Without a job, the sweeper enqueues the delivery when the delay is over.
  return delayMs >= WORTH_DEFERRING_MS && ctx.retryCapacity.isFull() ? DONE : delay(delayMs)
}

async function send(
  ctx: WorkerContext,
  delivery: ClaimedDelivery,
  { job, claimedAtMs }: { job: DeliveryJob; claimedAtMs: number },
): Promise<SendOutcome> {
  // The orphan check cancels such a delivery.
  if (delivery.payload === null)
    return { kind: 'fault', error: new Error('The event was erased, or its row is missing') }
  const body = Buffer.from(delivery.payload, 'utf8')
  let secrets: SigningSecrets
  try {
    const opened = ctx.secrets.open(delivery)
    // A verification proves that the receiver knows the present secret.
    secrets = delivery.isVerification ? { ...opened, previous: null } : opened
  } catch (error) {
    return { kind: 'fault', error: error as Error }
  }
  const ageMs = performance.now() - claimedAtMs
  if (ageMs > MAX_CLAIM_AGE_MS)
    return {
      kind: 'fault',
      error: new Error('Too much time passed between the claim and the attempt'),
    }
  // By the database's clock: receivers reject timestamps of a worker whose own clock is minutes off. In whole
  // milliseconds, so that the stored start of the attempt has the second that was signed.
  const startedAtMs = Math.floor(delivery.claimedAt + ageMs)
  const timestampSeconds = Math.floor(startedAtMs / 1_000)
  const headers = deliveryHeaders(delivery, { body, secrets, timestampSeconds, version: VERSION })
  const { timeoutMs } = ctx.config.delivery
  const request = { url: delivery.url, headers, body, startedAtMs, timeoutMs }
  const span = ctx.tracing && startAttemptSpan(ctx.tracing, job, delivery)
  if (span === null) return sendDelivery(ctx.agent, request)
  headers['traceparent'] = span.traceparent
  const outcome = await sendDelivery(ctx.agent, request)
  span.end(outcome)
  return outcome
}

async function giveBack(
  ctx: WorkerContext,
  { delivery, job }: Pick<Finished, 'delivery' | 'job'>,
  error: Error,
): Promise<JobOutcome> {
  ctx.metrics.faults.inc({ fault: error.name })
  ctx.logger.error({ err: error, ...idsOf(job) }, 'delivery not sent because of an internal error')
  await releaseLease(ctx.database.prisma, delivery)
  return faultOutcome()
}

/** Returns the database's time in milliseconds since 1970, independent of this machine's clock. */
function databaseNow({ claimedAtMs }: TimedClaim, { claimedAt }: ClaimedDelivery): number {
  return claimedAt + performance.now() - claimedAtMs
}

interface Finished {
  delivery: ClaimedDelivery
  claim: TimedClaim
  sent: SentAttempt
  job: DeliveryJob
}

async function recordResult(
  ctx: WorkerContext,
  { delivery, claim, sent, job }: Finished,
): Promise<JobOutcome> {
  const { deliveryId, leaseToken, trigger, url } = delivery
  const { isSuccess, startedAtMs, durationMs, statusCode, errorClass } = sent
  ctx.metrics.attemptSeconds.observe(durationMs / 1_000)
  const outcome = await recordAttempt(
    ctx,
    // Field by field: spreading `sent` takes 5 µs, more than the signatures.
    {
      deliveryId,
      leaseToken,
      trigger,
      url,
      isSuccess,
      startedAtMs,
      durationMs,
      statusCode,
      errorClass,
      error: sent.error,
      responseBody: sent.responseBody,
      address: sent.address,
      requestId: job.requestId,
      attemptId: newAttemptId(databaseNow(claim, delivery)),
      retryDelayMs: retryDelayMs(delivery.scheduleAttempts + 1, ctx.config.delivery.retryBaseMs),
    },
    claim.leaseEndsMs,
  )
  if (outcome === null) {
    ctx.metrics.faults.inc({ fault: 'unrecorded' })
    return faultOutcome()
  }
  if (outcome.kind === 'leaseLost') {
    ctx.metrics.faults.inc({ fault: 'stale' })
    return faultOutcome()
  }
  ctx.publisher.note('attempt', delivery.projectId, deliveryId)
  ctx.metrics.attempts.inc({ outcome: errorClass ?? 'succeeded' })
  if (ctx.logger.isLevelEnabled('debug'))
    ctx.logger.debug(
      { ...idsOf(job), outcome: errorClass ?? 'succeeded', statusCode, ms: durationMs },
      'attempt recorded',
    )
  if (outcome.state === 'failed' && !delivery.isManual) {
    ctx.metrics.exhausted.inc()
    ctx.logger.warn(
      { ...idsOf(job), webhookId: delivery.webhookId, outcome: errorClass, statusCode },
      'delivery failed: no retry is left; only a resend or a replay sends it again',
    )
  }
  return toJobOutcome(ctx, delivery, outcome)
}

function toJobOutcome(
  ctx: WorkerContext,
  delivery: ClaimedDelivery,
  outcome: RecordedOutcome,
): JobOutcome {
  if (outcome.waitMs === null) return outcome.state === 'failed' ? { kind: 'failed' } : DONE
  // The sweeper enqueues the delivery when it is due.
  if (ctx.retryCapacity.isFull()) return DONE
  // A manual attempt is outside the schedule, so it uses none of BullMQ's attempts.
  return delivery.isManual ? delay(outcome.waitMs) : { kind: 'retry', delayMs: outcome.waitMs }
}

function idsOf({ deliveryId, requestId }: DeliveryJob) {
  return { deliveryId, requestId }
}

function delay(delayMs: number): JobOutcome {
  return { kind: 'delay', delayMs }
}

/** Returns a delay of 1 to 5 s, so that many jobs do not return at the same time. */
function faultOutcome(): JobOutcome {
  return delay(1_000 + Math.random() * 4_000)
}

/** Creates a UUIDv7 twenty times faster; unordered within a millisecond. The database's time sets the partition. */
export function newAttemptId(nowMs: number): string {
  const time = Math.floor(nowMs).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
