import { domainError } from '@throughline/core/lib/errors'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { noClickIds } from '@throughline/core/links/click-ids'
import { buildAttributionPayload } from '@throughline/core/webhooks/payload'
import { insertTestDelivery } from '@throughline/db/deliveries/insert-deliveries'
import { insertTestEvent } from '@throughline/db/webhooks/webhooks'
import { enqueueFor } from '../../http/enqueue-for.js'
import type { Answer } from '../../http/route.js'
import { auditWebhook, requireLockedWebhook, type WebhookCall } from './webhook-call.js'

const TYPE = 'install_attributed'

export async function testWebhook(call: WebhookCall): Promise<Answer> {
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
  const delivery = await insertTestDelivery(db, { ...event, eventId, webhookId: webhook.id })
  await auditWebhook(call, 'test', { delivery_id: delivery.deliveryId })
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
