import { newUuidV7 } from '@throughline/core/lib/ids'
import { deliveryHeaders } from '@throughline/core/webhooks/delivery-headers'
import { generateWebhookSecret } from '@throughline/core/webhooks/signature'
import type { ClaimedDelivery } from '@throughline/db/deliveries/claim-outcome'
import { recordVerification } from '@throughline/db/webhooks/webhooks'
import { VERSION } from '@throughline/runtime/version'
import type { WorkerContext } from '../context.js'
import { sendDelivery } from './send-delivery.js'

/**
 * Ends the verification of a webhook, whose delivery has succeeded: sends the payload again, signed with a random
 * secret, and records the status. The request is neither an attempt nor repeated. It has new ids, because a receiver
 * may accept a delivery that it has already processed without looking at the signature.
 */
export async function sendWrongSignature(
  ctx: WorkerContext,
  delivery: ClaimedDelivery,
  nowMs: number,
): Promise<void> {
  const { webhookId: id, deliveryId, url, payload } = delivery
  if (payload === null) return
  const body = Buffer.from(payload, 'utf8')
  const secrets = { current: generateWebhookSecret(), previous: null }
  const ids = { deliveryId: newUuidV7(), eventId: newUuidV7(), attemptNumber: 1 }
  const timestampSeconds = Math.floor(nowMs / 1_000)
  const signed = { body, secrets, timestampSeconds, version: VERSION }
  try {
    const sent = await sendDelivery(ctx.agent, {
      url,
      body,
      startedAtMs: nowMs,
      timeoutMs: ctx.config.delivery.timeoutMs,
      headers: deliveryHeaders({ ...delivery, ...ids }, signed),
    })
    if (sent.kind === 'fault') throw sent.error
    const { statusCode } = sent
    await recordVerification(ctx.database.prisma, { id, deliveryId, statusCode })
    ctx.logger.info({ webhookId: id, deliveryId, statusCode }, 'wrong signature sent')
  } catch (error) {
    ctx.logger.warn({ err: error, webhookId: id, deliveryId }, 'verification has no result')
  }
}
