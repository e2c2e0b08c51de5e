import type { checkUrlBody } from '@throughline/contracts/webhook'
import { checkWebhookUrl } from '@throughline/core/webhooks/webhook-address'
import type { z } from 'zod'
import type { Answer, Call } from '../../http/route.js'

/** By the rules of create and update; neither DNS nor the receiver is asked. */
export function checkUrl({
  ctx,
  body: { url },
}: Call<object, unknown, z.output<typeof checkUrlBody>>): Promise<Answer> {
  const result = checkWebhookUrl(url, ctx.addressPolicy)
  const reason = result.ok ? null : result.reason
  return Promise.resolve({ status: 200, body: { ok: result.ok, reason } })
}
