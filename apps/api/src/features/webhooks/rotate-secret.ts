import type { rotateWebhookBody } from '@throughline/contracts/webhook'
import type { z } from 'zod'
import type { Answer } from '../../http/route.js'
import { auditWebhook, requireLockedWebhook, type WebhookCall } from './webhook-call.js'
import { domainError } from '@throughline/core/lib/errors'
import { wasSecretJustChanged, replaceWebhookSecret } from '@throughline/db/webhooks/webhooks'
import { isPrefetch } from '../../domain/clicks/prefetch.js'
import { generateWebhookSecret } from '@throughline/core/webhooks/signature'
import { sealWebhookSecret } from '@throughline/core/webhooks/webhook-secret'

type RotateCall = WebhookCall<z.output<typeof rotateWebhookBody>>

export async function rotateSecret(call: RotateCall): Promise<Answer> {
  await requireLockedWebhook(call)
  const secret = await replaceSecret(call, call.body.grace_seconds)
  await auditWebhook(call, 'rotate_secret', { grace_seconds: call.body.grace_seconds })
  return { status: 200, body: { secret } }
}

/** Two calls this close together are probably an accident or a leak. */
const SUSPICIOUS_WITHIN_SECONDS = 2

/**
 * Replaces the secret. Concurrent calls wait for the webhook's row, and each rotates. Also a GET, for compatibility.
 */
export async function regenerateSecret(call: WebhookCall): Promise<Answer> {
  const { ctx, db, params } = call
  if (isPrefetch(call.headers)) {
    throw domainError(
      'prefetch_refused',
      'This endpoint rotates the secret and rejects prefetch requests. Retry without prefetching.',
    )
  }
  await requireLockedWebhook(call)
  if (await wasSecretJustChanged(db, params.id, SUSPICIOUS_WITHIN_SECONDS)) {
    ctx.logger.warn(
      { webhookId: params.id, projectId: call.project.id, requestId: call.requestId },
      'suspicious: a webhook secret was replaced twice within two seconds',
    )
  }
  const secret = await replaceSecret(call, 0)
  await auditWebhook(call, 'regenerate_secret')
  return { status: 200, body: { secret } }
}

async function replaceSecret(call: WebhookCall, graceSeconds: number): Promise<string> {
  const { ctx, db, project, params } = call
  const secret = generateWebhookSecret()
  const owner = { webhookId: params.id, projectId: project.id }
  await replaceWebhookSecret(db, params.id, {
    secretSealed: sealWebhookSecret(ctx.keyRing, secret, owner),
    graceSeconds,
  })
  return secret
}
