import { MAX_ATTEMPTS, retryDelayMs } from '@throughline/core/webhooks/retry-schedule'
import type {
  SampleAttempt,
  SampleDelivery,
  SampleInstall,
} from '@throughline/db/projects/insert-sample'
import type { Random } from '@throughline/testkit/seeded-random'
import { DAY_MS, drawUuid, HOUR_MS, MINUTE_MS } from './draw.js'

/** A webhook of the sample, and when its receiver was down. */
export interface StoredWebhook {
  id: number
  url: string
  isDownAt: (at: Date) => boolean
  /** How often one attempt fails while the receiver is up. */
  failureRate: number
}

/** The second receiver was down for an evening a week ago and has been failing for 45 minutes. */
export function outages(until: Date): StoredWebhook['isDownAt'][] {
  const weekAgo = Math.floor(until.getTime() / DAY_MS - 6) * DAY_MS
  return [
    () => false,
    (at) => {
      const ms = at.getTime()
      const isEvening = ms > weekAgo + 17 * HOUR_MS && ms < weekAgo + 21 * HOUR_MS
      return isEvening || ms > until.getTime() - 45 * MINUTE_MS
    },
  ]
}

/** Returns one delivery per matched install and webhook, with the attempts made up to `until`. */
export function drawDeliveries(
  random: Random,
  installs: readonly SampleInstall[],
  { webhooks, until }: { webhooks: readonly StoredWebhook[]; until: Date },
): SampleDelivery[] {
  return installs.flatMap(({ match, decidedAt }) =>
    match === null
      ? []
      : webhooks.map((webhook) => {
          const own = random.fork(`${match.eventId}/${webhook.url}`)
          return drawDelivery(own, { eventId: match.eventId, decidedAt, webhook, until })
        }),
  )
}

interface Sent {
  eventId: string
  decidedAt: Date
  webhook: StoredWebhook
  until: Date
}

function drawDelivery(
  random: Random,
  { eventId, decidedAt, webhook, until }: Sent,
): SampleDelivery {
  const of = { webhookId: webhook.id, eventId, createdAt: decidedAt }
  const attempts: SampleAttempt[] = []
  let dueAt: Date | null = new Date(decidedAt.getTime() + random.integer(8, 60))
  while (dueAt !== null && dueAt < until && attempts.at(-1)?.outcome !== 'succeeded') {
    const attempt: SampleAttempt = drawAttempt(random, {
      at: dueAt,
      webhook,
      number: attempts.length + 1,
    })
    attempts.push(attempt)
    const delayMs: number | null = retryDelayMs(attempts.length)
    const endedMs: number = dueAt.getTime() + attempt.durationMs
    dueAt = delayMs === null ? null : new Date(endedMs + delayMs)
  }
  return { ...sentBy(attempts, dueAt), id: drawUuid(random, decidedAt), ...of, attempts }
}

/** Returns the state after the attempts. */
function sentBy(attempts: readonly SampleAttempt[], dueAt: Date | null) {
  const last = attempts.at(-1)
  const completedAt =
    last === undefined ? null : new Date(last.startedAt.getTime() + last.durationMs)
  if (last?.outcome === 'succeeded')
    return { state: 'succeeded' as const, nextAttemptAt: null, completedAt }
  if (attempts.length === MAX_ATTEMPTS)
    return { state: 'failed' as const, nextAttemptAt: null, completedAt }
  return { state: 'retrying' as const, nextAttemptAt: dueAt, completedAt: null }
}

interface Attempted {
  at: Date
  webhook: StoredWebhook
  number: number
}

function drawAttempt(random: Random, { at, webhook, number }: Attempted): SampleAttempt {
  const { url, isDownAt, failureRate } = webhook
  const attempt = { id: drawUuid(random, at), number, startedAt: at, url }
  if (isDownAt(at)) return { ...attempt, ...failureOf(random, 503) }
  if (random.chance(failureRate)) return { ...attempt, ...failureOf(random, 500) }
  const durationMs = Math.round(45 + 40 * random.next() + 700 * random.next() ** 9)
  const responseBody = '{"received":true}'
  const none = { errorClass: null, error: null }
  return { ...attempt, durationMs, outcome: 'succeeded', statusCode: 200, ...none, responseBody }
}

function failureOf(random: Random, statusCode: number) {
  const responseBody = statusCode === 503 ? 'upstream is not available' : 'internal error'
  return {
    durationMs: random.integer(25, 160),
    outcome: 'failed' as const,
    statusCode,
    errorClass: 'status',
    error: `The receiver returned ${statusCode}`,
    responseBody,
  }
}
