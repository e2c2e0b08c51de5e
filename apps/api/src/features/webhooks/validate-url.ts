import { fieldError } from '@throughline/core/lib/errors'
import { checkWebhookUrl, type AddressPolicy } from '@throughline/core/webhooks/webhook-address'

/** Rejects a URL that deliveries may not reach, as 422 on its field (docs/api-contract.md, "Webhook URLs"). */
export function validateUrl(url: string, policy: AddressPolicy): void {
  const problem = urlProblem(url, policy)
  if (problem !== null) throw fieldError('url', problem)
}

export function urlProblem(url: string, policy: AddressPolicy): string | null {
  const result = checkWebhookUrl(url, policy)
  return result.ok ? null : result.reason
}
