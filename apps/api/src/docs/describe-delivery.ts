import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi'
import { attributionPayload } from '@throughline/contracts/attribution'
import { z } from 'zod'

type Described = Parameters<OpenAPIRegistry['registerWebhook']>[0]

const text = (description: string) => z.string().meta({ description })

/** What a receiver is sent. */
export function describeDelivery(): Described {
  return {
    method: 'post',
    path: 'install_attributed',
    operationId: 'onInstallAttributed',
    summary: 'An install was attributed to a link',
    tags: ['Deliveries'],
    security: [],
    request: {
      headers: z.object({
        'X-Service-Signature': text('Hex HMAC-SHA256 of the raw body, keyed with the secret.'),
        'X-Service-Event': text('install_attributed'),
        'X-Service-Event-Id': text('The event; the same for every webhook.'),
        'X-Service-Delivery': text('The delivery; the same over all attempts.'),
        'X-Service-Webhook-Id': text('The webhook.'),
        'X-Service-Attempt': text('1 to 4, then the manual ones.'),
        'X-Service-Trigger': z.enum(['auto', 'resend', 'replay', 'test']),
        'X-Service-Install-Id': text(
          'The install that was attributed; absent from a sample.',
        ).optional(),
        'X-Service-Attribution-Id': text('The attribution; absent from a sample.').optional(),
        'X-Service-Test': z.enum(['true']).optional(),
        'webhook-id': text('The delivery, after Standard Webhooks.'),
        'webhook-timestamp': text('Unix seconds of this attempt.'),
        'webhook-signature': text('`v1,` and base64; both signatures during a rotation.'),
      }),
      body: {
        required: true,
        content: { 'application/json': { schema: attributionPayload } },
      },
    },
    responses: {
      '2XX': { description: 'Taken. After anything else it is sent again, four times in all.' },
    },
  }
}
