import type { rotateWebhookBody } from '@throughline/contracts/webhook'
import type { z } from 'zod'
import type { Answer } from '../../http/route.js'
import { replaceSecret } from './replace-secret.js'
import { auditWebhook, requireLockedWebhook, type WebhookCall } from './webhook-call.js'

type RotateCall = WebhookCall<z.output<typeof rotateWebhookBody>>

export async function rotateSecret(call: RotateCall): Promise<Answer> {
  await requireLockedWebhook(call)
  const secret = await replaceSecret(call, call.body.grace_seconds)
  await auditWebhook(call, 'rotate_secret', { grace_seconds: call.body.grace_seconds })
  return { status: 200, body: { secret } }
}
