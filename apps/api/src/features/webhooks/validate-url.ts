import { fieldError } from '@throughline/core/lib/errors'
import { checkWebhookUrl, type AddressPolicy } from '@throughline/core/webhooks/webhook-address'

/** Rejects a URL that deliveries may not reach, as 422 on its field (docs/api-contract.md, "Webhook URLs"). */
export function validateUrl(url: string, policy: AddressPolicy): void {
  const result = checkWebhookUrl(url, policy)
  if (!result.ok) throw fieldError('url', result.reason)
}
