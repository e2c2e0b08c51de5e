import type { DeliveryWithAttempts } from '../../api/types.js'
import { quote } from '../../ui/curl.js'

type Header = readonly [name: string, value: string]

/** The command makes its own signature, and a stored time would be too old. */
const REPLACED = new Set(['x-service-signature', 'webhook-signature', 'webhook-timestamp'])

/** The headers of the newest attempt as they were sent; before the first attempt, those that it will have. */
function headersOf(delivery: DeliveryWithAttempts): readonly Header[] {
  const sent = delivery.attempts.at(-1)?.request_headers
  const headers = sent === undefined ? firstHeaders(delivery) : Object.entries(sent)
  return headers.filter(([name]) => !REPLACED.has(name.toLowerCase()))
}

/** docs/api-contract.md, "Delivery headers". */
function firstHeaders(delivery: DeliveryWithAttempts): readonly Header[] {
  const { id, event, event_id: eventId, webhook_id: webhookId, trigger } = delivery
  const { install_id: installId, attribution_id: attributionId } = delivery
  return [
    ['Content-Type', 'application/json'],
    ['X-Service-Event', event],
    ['X-Service-Event-Id', eventId],
    ['X-Service-Delivery', id],
    ['X-Service-Webhook-Id', String(webhookId)],
    ['X-Service-Attempt', '1'],
    ['X-Service-Trigger', trigger],
    ...(installId === null || attributionId === null
      ? []
      : ([
          ['X-Service-Install-Id', installId],
          ['X-Service-Attribution-Id', attributionId],
        ] as const)),
    ...(delivery.is_test ? ([['X-Service-Test', 'true']] as const) : []),
    ['webhook-id', id],
  ]
}

/** A command that sends a delivery to its receiver, signed with the secret in `WEBHOOK_SECRET`. */
export function curlCommand(delivery: DeliveryWithAttempts, url: string): string {
  return [
    `body=${quote(delivery.payload)}`,
    `signature=$(printf %s "$body" | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" | sed 's/.* //')`,
    `curl -i ${quote(url)} \\`,
    ...headersOf(delivery).map(([name, value]) => `  -H ${quote(`${name}: ${value}`)} \\`),
    `  -H "X-Service-Signature: $signature" \\`,
    `  --data-binary "$body"`,
  ].join('\n')
}
