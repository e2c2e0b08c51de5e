import type { ReceivedRequest, Receiver } from '@throughline/testkit/receiver'
import { expectApi, type Installation } from './installation.js'
import { must } from './must.js'
import { settled, type Webhook } from './story.js'
import type { Timeline } from './timeline.js'

const MAX_ATTEMPTS = 4

/** Half a window for the machine's noise: a retry is never early, and normally within 2 s. */
const LATE_MS = 2_000

/** A receiver that fails sees four attempts on the schedule, same id and bytes; then a resend by hand gets through. */
export async function watchRetries(parts: {
  where: Installation
  timeline: Timeline
  receiver: Receiver
  webhook: Webhook
  baseMs: number
}): Promise<void> {
  const { where, timeline, receiver, webhook, baseMs } = parts
  const requests = await timeline.step(
    `the failing receiver sees ${MAX_ATTEMPTS} attempts`,
    async (notes) => {
      const seen = await receiver.waitForRequests(MAX_ATTEMPTS, baseMs * 21 + 20_000)
      checkAttempts(seen, baseMs)
      seen.forEach((request, index) => notes.push(describe(seen, index, request)))
      return seen
    },
  )
  const id = String(requests[0]?.headers['webhook-id'])
  await timeline.step(
    'then the delivery is failed, with every attempt on record',
    async (notes) => {
      const delivery = await settled(where, id, 'failed')
      must(delivery.attempts.length === MAX_ATTEMPTS, 'four attempts are recorded')
      for (const attempt of delivery.attempts)
        notes.push(
          `attempt ${attempt.number} ${attempt.trigger}: ${attempt.outcome}, status ${attempt.status_code ?? '–'}, ${attempt.duration_ms} ms`,
        )
    },
  )
  await timeline.step('the receiver is mended; the owner resends by hand', async (notes) => {
    receiver.respondWith(() => ({ status: 204 }))
    await expectApi(where, {
      method: 'POST',
      path: `/api/deliveries/${id}/resend`,
      body: {},
      status: 202,
    })
    const delivery = await settled(where, id, 'succeeded')
    const last = receiver.requests.at(-1)
    must(
      last?.headers['x-service-attempt'] === '5' && last.headers['x-service-trigger'] === 'resend',
      'the resend is attempt 5, trigger resend',
    )
    must(last.body.equals(requests[0]?.body ?? Buffer.alloc(0)), 'a resend sends the same bytes')
    notes.push(
      `attempt 5, trigger resend: ${delivery.state}; webhook ${webhook.id} got the same bytes and the same webhook-id`,
    )
  })
}

function checkAttempts(requests: readonly ReceivedRequest[], baseMs: number): void {
  requests.forEach((request, index) => {
    must(
      request.headers['x-service-attempt'] === String(index + 1),
      `attempt ${index + 1} says so in X-Service-Attempt`,
    )
    must(
      request.headers['webhook-id'] === requests[0]?.headers['webhook-id'],
      'the webhook-id stays the same',
    )
    must(request.body.equals(requests[0]?.body ?? Buffer.alloc(0)), 'the bytes stay the same')
    if (index === 0) return
    const gapMs = gapBefore(requests, index)
    const dueMs = baseMs * 4 ** (index - 1)
    must(
      gapMs >= dueMs,
      `attempt ${index + 1} is not early: ${gapMs} ms after the one before, due after ${dueMs}`,
    )
    must(
      gapMs <= dueMs + LATE_MS,
      `attempt ${index + 1} is within 2 s of its time: ${gapMs} ms, due after ${dueMs}`,
    )
  })
}

function gapBefore(requests: readonly ReceivedRequest[], index: number): number {
  const [before, after] = [requests[index - 1], requests[index]]
  return (after?.receivedAt.getTime() ?? 0) - (before?.receivedAt.getTime() ?? 0)
}

function describe(
  requests: readonly ReceivedRequest[],
  index: number,
  request: ReceivedRequest,
): string {
  const gap =
    index === 0 ? 'immediately' : `${(gapBefore(requests, index) / 1000).toFixed(2)} s after`
  return `attempt ${String(request.headers['x-service-attempt'])}  ${gap.padEnd(14)} answered 500`
}
