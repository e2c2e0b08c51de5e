import type { ReceivedRequest, Receiver } from '@throughline/testkit/receiver'
import { expectApi, type Installation } from './installation.js'
import { must } from './must.js'
import { settled, type Webhook } from './story.js'
import type { Timeline } from './timeline.js'

const MAX_ATTEMPTS = 4

/** How late a retry may be. A retry is never early. */
const LATE_MS = 2_000

/** Checks that a failing receiver gets four attempts on schedule with the same id and bytes, then a manual resend. */
export async function watchRetries(parts: {
  where: Installation
  timeline: Timeline
  receiver: Receiver
  webhook: Webhook
  baseMs: number
}): Promise<void> {
  const { where, timeline, receiver, webhook, baseMs } = parts
  const requests = await timeline.step(
    `the failing receiver receives ${MAX_ATTEMPTS} attempts`,
    async (notes) => {
      const seen = await receiver.waitForRequests(MAX_ATTEMPTS, baseMs * 21 + 20_000)
      checkAttempts(seen, baseMs)
      seen.forEach((request, index) => notes.push(describe(seen, index, request)))
      return seen
    },
  )
  const id = String(requests[0]?.headers['webhook-id'])
  await timeline.step('the delivery fails, and every attempt is recorded', async (notes) => {
    const delivery = await settled(where, id, 'failed')
    must(delivery.attempts.length === MAX_ATTEMPTS, 'four attempts must be recorded')
    for (const attempt of delivery.attempts)
      notes.push(
        `attempt ${attempt.number} ${attempt.trigger}: ${attempt.outcome}, status ${attempt.status_code ?? '–'}, ${attempt.duration_ms} ms`,
      )
  })
  await timeline.step('the receiver works again; the owner resends the delivery', async (notes) => {
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
      'the resend must be attempt 5 with the trigger resend',
    )
    must(
      last.body.equals(requests[0]?.body ?? Buffer.alloc(0)),
      'the resend must have the same bytes',
    )
    notes.push(
      `attempt 5, trigger resend: ${delivery.state}; webhook ${webhook.id} got the same bytes and the same webhook-id`,
    )
  })
}

function checkAttempts(requests: readonly ReceivedRequest[], baseMs: number): void {
  requests.forEach((request, index) => {
    must(
      request.headers['x-service-attempt'] === String(index + 1),
      `X-Service-Attempt of attempt ${index + 1} must be ${index + 1}`,
    )
    must(
      request.headers['webhook-id'] === requests[0]?.headers['webhook-id'],
      'all attempts must have the same webhook-id',
    )
    must(
      request.body.equals(requests[0]?.body ?? Buffer.alloc(0)),
      'all attempts must have the same bytes',
    )
    if (index === 0) return
    const gapMs = gapBefore(requests, index)
    const dueMs = baseMs * 4 ** (index - 1)
    must(
      gapMs >= dueMs,
      `attempt ${index + 1} must not be early: it came after ${gapMs} ms and was due after ${dueMs} ms`,
    )
    must(
      gapMs <= dueMs + LATE_MS,
      `attempt ${index + 1} must be at most 2 s late: it came after ${gapMs} ms and was due after ${dueMs} ms`,
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
  return `attempt ${String(request.headers['x-service-attempt'])}  ${gap.padEnd(14)} returned 500`
}
