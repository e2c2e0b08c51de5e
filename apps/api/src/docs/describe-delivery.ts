import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi'
import { attributionPayload } from '@throughline/contracts/attribution'
import { z } from 'zod'

type Described = Parameters<OpenAPIRegistry['registerWebhook']>[0]

const text = (description: string) => z.string().meta({ description })

export function describeDelivery(): Described {
  return {
    method: 'post',
    path: 'install_attributed',
    operationId: 'onInstallAttributed',
    summary: 'An install was attributed to a link',
    description:
      'Sent to every active subscribed webhook when an install is matched. Verify the signature over the raw bytes before you parse them, and return a 2xx status within 15 seconds. The same delivery can arrive more than once; use `webhook-id` to detect duplicates.',
    tags: ['Deliveries'],
    security: [],
    request: {
      headers: z.object({
        'X-Service-Signature': text('Hex HMAC-SHA256 of the raw body, keyed with the secret.'),
        'X-Service-Event': text('Name of the event, `install_attributed`.'),
        'X-Service-Event-Id': text('Id of the event; the same for every webhook.'),
        'X-Service-Delivery': text('Id of the delivery; the same for all attempts.'),
        'X-Service-Webhook-Id': text('Id of the webhook.'),
        'X-Service-Attempt': text('Number of the attempt: 1 to 4, higher for manual attempts.'),
        'X-Service-Trigger': z
          .enum(['auto', 'resend', 'replay', 'test'])
          .meta({ description: 'What caused the attempt.' }),
        'X-Service-Install-Id': text(
          'Id of the attributed install; absent for a sample.',
        ).optional(),
        'X-Service-Attribution-Id': text('Id of the attribution; absent for a sample.').optional(),
        'X-Service-Test': z
          .enum(['true'])
          .optional()
          .meta({ description: 'Sent only with test deliveries; do not count them.' }),
        traceparent: text(
          'W3C Trace Context of the attempt; only if the service exports traces.',
        ).optional(),
        'webhook-id': text('Id of the delivery, as in Standard Webhooks.'),
        'webhook-timestamp': text('Unix seconds of this attempt.'),
        'webhook-signature': text(
          'Signature as `v1,` and base64; two signatures during a rotation.',
        ),
      }),
      body: {
        required: true,
        content: { 'application/json': { schema: attributionPayload } },
      },
    },
    responses: {
      '2XX': {
        description: 'Accepted. Any other response is retried, up to four attempts in total.',
      },
    },
  }
}
