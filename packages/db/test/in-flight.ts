import { randomUUID } from 'node:crypto'
import type { Database } from '../src/connection/database.js'
import { claimDeliveries } from '../src/deliveries/claim-deliveries.js'
import { insertDeliveries } from '../src/deliveries/insert-deliveries.js'
import { recordResults } from '../src/deliveries/record-results.js'
import type { AttemptResult } from '../src/deliveries/attempt-result.js'
import { insertProject } from '../src/projects/projects.js'

/** A webhook with one delivery that is waiting for its first attempt. */
export async function addDelivery({ prisma: db }: Database) {
  const project = await insertProject(db, {
    name: 'Acme',
    prefix: `acme-${randomUUID().slice(0, 8)}`,
  })
  const webhook = await db.webhook.create({
    data: {
      projectId: project.id,
      url: 'https://example.com/',
      events: ['install_attributed'],
      secretSealed: 'sealed',
    },
  })
  const eventId = randomUUID()
  const event = { projectId: project.id, eventId, type: 'install_attributed' }
  await db.event.create({
    data: { id: eventId, projectId: project.id, type: event.type, payload: '{}' },
  })
  const [delivery] = await insertDeliveries(db, event)
  if (delivery === undefined) throw new Error('no delivery')
  return { projectId: project.id, webhookId: webhook.id, deliveryId: delivery.deliveryId }
}

/** Takes the delivery's lease for 10 s, as a worker does before it sends. */
export async function claim(database: Database, deliveryId: string): Promise<string> {
  const leaseToken = randomUUID()
  const [outcome] = await claimDeliveries(database, [{ deliveryId, leaseToken }], 10_000)
  if (outcome?.kind !== 'claimed') throw new Error(`not claimed but ${outcome?.kind ?? 'nothing'}`)
  return leaseToken
}

/** Records that the attempt failed; `more` overrides fields of the result. */
export function recordResult(
  database: Database,
  claimed: { deliveryId: string; leaseToken: string },
  more: Partial<AttemptResult> = {},
) {
  return recordResults(database, [{ ...failedAttempt(claimed), ...more }])
}

/** A result of a schedule's first attempt. */
export function failedAttempt(claimed: { deliveryId: string; leaseToken: string }): AttemptResult {
  return {
    ...claimed,
    attemptId: randomUUID(),
    isSuccess: false,
    trigger: 'auto',
    retryDelayMs: 60_000,
    startedAtMs: Date.now(),
    durationMs: 5,
    statusCode: 500,
    errorClass: 'status',
    error: 'The receiver answered 500',
    responseBody: null,
    url: 'https://example.com/',
    address: '203.0.113.5',
  }
}
