import { setTimeout } from 'node:timers/promises'
import {
  listAttempts,
  listAttributionDeliveries,
  findDelivery,
} from '@throughline/db/deliveries/read-deliveries'
import { listWebhooks } from '@throughline/db/webhooks/webhooks'
import type { ProjectExplanation } from '../commands/explain-install.js'
import { tableLines } from '../output.js'
import type { Stage } from './stage.js'

export interface SimulatedDelivery {
  id: string
  webhook_id: number
  url: string | null
  state: string
  attempts_made: number
  next_attempt_at: Date | null
  /** The last attempt's status or error. */
  result: string | null
}

const MAX_WEBHOOKS = 100
/** Longer than an attempt may take. */
const WAIT_MS = 20_000

/** Waits until each delivery of the install has been attempted. */
export async function waitForDeliveries(
  stage: Stage,
  install: ProjectExplanation,
): Promise<{ deliveries: SimulatedDelivery[]; advice: string | null }> {
  const until = Date.now() + WAIT_MS
  for (;;) {
    const deliveries = await readDeliveries(stage, install)
    const isWaiting = deliveries.some(({ state }) => state === 'pending' || state === 'delivering')
    if (!isWaiting) return { deliveries, advice: await adviceOn(stage, install, deliveries) }
    if (Date.now() > until)
      return { deliveries, advice: 'A delivery has not been attempted yet. Is a worker running?' }
    await setTimeout(200)
  }
}

export function deliveryLines(deliveries: readonly SimulatedDelivery[]): string[] {
  if (deliveries.length === 0) return []
  return tableLines([
    ['DELIVERY', 'WEBHOOK', 'STATE', 'RESULT', 'URL'],
    ...deliveries.map((delivery) => [
      delivery.id,
      String(delivery.webhook_id),
      delivery.state,
      delivery.result ?? '–',
      delivery.url ?? '–',
    ]),
  ])
}

async function readDeliveries(
  { context, project }: Stage,
  { attribution_id: id, decided_at: decidedAt }: ProjectExplanation,
): Promise<SimulatedDelivery[]> {
  if (id === null) return []
  const db = context.database.prisma
  const attribution = { projectId: project.id, id, attributedAt: new Date(decidedAt) }
  const found: SimulatedDelivery[] = []
  for (const { id: deliveryId } of await listAttributionDeliveries(db, attribution)) {
    const key = { projectId: project.id, deliveryId }
    const delivery = await findDelivery(db, key)
    if (delivery === null) continue
    const last = (await listAttempts(db, key)).at(-1)
    found.push({
      id: deliveryId,
      webhook_id: delivery.webhookId,
      url: last?.url ?? null,
      state: delivery.state,
      attempts_made: delivery.attemptsMade,
      next_attempt_at: delivery.nextAttemptAt,
      result: last === undefined ? null : resultOf(last),
    })
  }
  return found
}

function resultOf(attempt: { statusCode: number | null; error: string | null }): string {
  return attempt.statusCode === null ? (attempt.error ?? 'failed') : String(attempt.statusCode)
}

/** Returns why nothing was delivered, and what to do. */
async function adviceOn(
  { context, project }: Stage,
  { matched }: ProjectExplanation,
  deliveries: readonly SimulatedDelivery[],
): Promise<string | null> {
  if (deliveries.length > 0) return null
  const filter = { projectId: project.id, beforeId: null, limit: MAX_WEBHOOKS }
  const webhooks = await listWebhooks(context.database.prisma, filter)
  if (!webhooks.some(({ isActive }) => isActive))
    return `No webhook is active. Receive them in this terminal: npm run -s cli -- listen --project ${project.prefix}`
  if (!matched) return 'Nothing is delivered: only a matched install has an event.'
  return 'Nothing is delivered: the project does not deliver tests (attribution.deliver_sdk_tests), which is the default in production.'
}
