import type { Attempt, DeliveryWithAttempts } from '../../api/types.js'
import { quote } from '../../ui/curl.js'

/** The headers of an attempt that do not depend on the secret (docs/api-contract.md, "Delivery headers"). */
export function requestHeaders(
  delivery: DeliveryWithAttempts,
  attempt: Pick<Attempt, 'number' | 'trigger' | 'started_at'>,
): readonly (readonly [string, string])[] {
  const { id, event, event_id: eventId, webhook_id: webhookId } = delivery
  const { install_id: installId, attribution_id: attributionId } = delivery
  const seconds = Math.floor(Date.parse(attempt.started_at) / 1_000)
  return [
    ['Content-Type', 'application/json'],
    ['X-Service-Event', event],
    ['X-Service-Event-Id', eventId],
    ['X-Service-Delivery', id],
    ['X-Service-Webhook-Id', String(webhookId)],
    ['X-Service-Attempt', String(attempt.number)],
    ['X-Service-Trigger', attempt.trigger],
    ...(installId === null || attributionId === null
      ? []
      : ([
          ['X-Service-Install-Id', installId],
          ['X-Service-Attribution-Id', attributionId],
        ] as const)),
    ...(delivery.is_test ? ([['X-Service-Test', 'true']] as const) : []),
    ['webhook-id', id],
    ['webhook-timestamp', String(seconds)],
  ]
}

/** A command that sends a delivery to its receiver, signed with the secret in `WEBHOOK_SECRET`. */
export function curlCommand(delivery: DeliveryWithAttempts, url: string): string {
  const { payload, trigger, created_at: createdAt } = delivery
  const last = delivery.attempts.at(-1) ?? { number: 1, trigger, started_at: createdAt }
  const headers = requestHeaders(delivery, last).filter(([name]) => name !== 'webhook-timestamp')
  return [
    `body=${quote(payload)}`,
    `signature=$(printf %s "$body" | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" | sed 's/.* //')`,
    `curl -i ${quote(url)} \\`,
    ...headers.map(([name, value]) => `  -H ${quote(`${name}: ${value}`)} \\`),
    `  -H "X-Service-Signature: $signature" \\`,
    `  --data-binary "$body"`,
  ].join('\n')
}
