import type { checkUrlBody } from '@throughline/contracts/webhook'
import { fieldErrors, type FieldErrors } from '@throughline/core/lib/errors'
import { checkWebhookUrl, type AddressPolicy } from '@throughline/core/webhooks/webhook-address'
import type { z } from 'zod'
import type { Answer, Call } from '../../http/route.js'

/** Rejects a URL that deliveries may not reach, as 422 on its field (docs/api-contract.md, "Webhook URLs"). */
export function validateUrl(url: string, policy: AddressPolicy): void {
  const fields = urlErrors(url, policy)
  if ('url' in fields) throw fieldErrors(fields)
}

/** The rule for a URL in a body whose other fields the schema rejects. */
export function urlRules({
  ctx,
  body: { url },
}: Call<unknown, unknown, { url?: string | undefined }>): Promise<FieldErrors> {
  return Promise.resolve(url === undefined ? {} : urlErrors(url, ctx.addressPolicy))
}

/** Checks a URL by the rules of create and update, without contacting DNS or the receiver. */
export function checkUrl({
  ctx,
  body: { url },
}: Call<object, unknown, z.output<typeof checkUrlBody>>): Promise<Answer> {
  const result = checkWebhookUrl(url, ctx.addressPolicy)
  const reason = result.ok ? null : result.reason
  return Promise.resolve({ status: 200, body: { ok: result.ok, reason } })
}

function urlErrors(url: string, policy: AddressPolicy): FieldErrors {
  const result = checkWebhookUrl(url, policy)
  return result.ok ? {} : { url: [result.reason] }
}
