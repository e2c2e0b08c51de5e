import type { CreateWebhookBody } from '@throughline/contracts/webhook'
import { domainError } from '@throughline/core/lib/errors'
import { generateWebhookSecret } from '@throughline/core/webhooks/signature'
import { sealWebhookSecret } from '@throughline/core/webhooks/webhook-secret'
import { writeAudit } from '@throughline/db/projects/audit'
import {
  insertWebhook,
  lockAndCountWebhooks,
  takeWebhookId,
} from '@throughline/db/webhooks/webhooks'
import { auditActor } from '../../http/access.js'
import type { Answer, Call } from '../../http/route.js'
import { validateUrl } from './validate-url.js'
import { presentWebhook } from './read-webhooks.js'

const MAX_WEBHOOKS = 100

type CreateCall = Call<unknown, unknown, CreateWebhookBody>

export async function createWebhook(call: CreateCall): Promise<Answer> {
  const { ctx, db, project, body } = call
  validateUrl(body.url, ctx.addressPolicy)
  if ((await lockAndCountWebhooks(db, project.id)) >= MAX_WEBHOOKS) throw limitReached()

  const id = await takeWebhookId(db)
  const secret = generateWebhookSecret()
  const webhook = await insertWebhook(db, {
    id,
    projectId: project.id,
    url: body.url,
    events: body.events,
    isActive: body.is_active,
    name: body.name ?? null,
    description: body.description ?? null,
    secretSealed: sealWebhookSecret(ctx.keyRing, secret, { webhookId: id, projectId: project.id }),
  })
  await writeAudit(db, {
    projectId: project.id,
    ...auditActor(call.actor),
    action: 'webhook.create',
    target: `webhook:${id}`,
  })
  const { url, events, is_active, created_at } = presentWebhook(webhook)
  return {
    status: 201,
    headers: { Location: `/api/webhooks/${id}` },
    body: { id, url, events, is_active, secret, created_at },
  }
}

function limitReached() {
  return domainError(
    'webhook_limit_reached',
    `A project has at most ${MAX_WEBHOOKS} webhooks. Delete one first.`,
  )
}
