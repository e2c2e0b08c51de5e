import type { checkUrlBody } from '@throughline/contracts/webhook'
import { checkWebhookUrl } from '@throughline/core/webhooks/webhook-address'
import type { z } from 'zod'
import type { Answer, Call } from '../../http/route.js'

/** Checks a URL by the rules of create and update, without contacting DNS or the receiver. */
export function checkUrl({
  ctx,
  body: { url },
}: Call<object, unknown, z.output<typeof checkUrlBody>>): Promise<Answer> {
  const result = checkWebhookUrl(url, ctx.addressPolicy)
  const reason = result.ok ? null : result.reason
  return Promise.resolve({ status: 200, body: { ok: result.ok, reason } })
}
