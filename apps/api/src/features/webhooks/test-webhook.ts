import { domainError } from '@throughline/core/lib/errors'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { noClickIds } from '@throughline/core/links/click-ids'
import { buildAttributionPayload } from '@throughline/core/webhooks/payload'
import type { QueuedDelivery } from '@throughline/core/webhooks/queued-delivery'
import { insertTestDelivery } from '@throughline/db/deliveries/insert-deliveries'
import { beginVerification, insertTestEvent } from '@throughline/db/webhooks/webhooks'
import { enqueueFor } from '../../http/enqueue-for.js'
import type { Answer } from '../../http/route.js'
import { auditWebhook, requireLockedWebhook, type WebhookCall } from './webhook-call.js'

const TYPE = 'install_attributed'

export async function testWebhook(call: WebhookCall): Promise<Answer> {
  const delivery = await insertSample(call)
  await auditWebhook(call, 'test', { delivery_id: delivery.deliveryId })
  return answer(call, delivery)
}

/** Sends a sample; after it has succeeded, the worker sends a request with a wrong signature and records the result. */
export async function verifyWebhook(call: WebhookCall): Promise<Answer> {
  const delivery = await insertSample(call)
  const { deliveryId } = delivery
  await beginVerification(call.db, call.params.id, deliveryId)
  await auditWebhook(call, 'verify', { delivery_id: deliveryId })
  return answer(call, delivery)
}

async function insertSample(call: WebhookCall): Promise<QueuedDelivery> {
  const { db, project } = call
  const webhook = await requireLockedWebhook(call)
  if (!webhook.isActive) {
    throw domainError(
      'webhook_inactive',
      'This webhook is off and sends nothing. Turn it on first: PUT /api/webhooks/{id} with {"is_active": true}.',
    )
  }
  const eventId = newUuidV7()
  const event = { projectId: project.id, type: TYPE }
  await insertTestEvent(db, { ...event, id: eventId, payload: samplePayload(new Date()) })
  return insertTestDelivery(db, { ...event, eventId, webhookId: webhook.id })
}

function answer(call: WebhookCall, delivery: QueuedDelivery): Answer {
  return {
    status: 202,
    headers: { Location: `/api/deliveries/${delivery.deliveryId}` },
    body: { delivery_id: delivery.deliveryId },
    afterCommit: () => enqueueFor(call, [delivery]),
  }
}

/** The payload of an attribution by a search ad, with values that are clearly not real. */
function samplePayload(attributedAt: Date): string {
  return buildAttributionPayload({
    code: 'SAMPLE1',
    clickIds: { ...noClickIds(), gclid: 'sample-gclid' },
    fbclidCapturedAt: null,
    campaignId: 1,
    campaignName: 'Sample campaign',
    utm: {
      utm_source: 'sample',
      utm_medium: 'cpc',
      utm_campaign: 'sample-campaign',
      utm_term: null,
      utm_content: null,
    },
    attributedAt,
  })
}
