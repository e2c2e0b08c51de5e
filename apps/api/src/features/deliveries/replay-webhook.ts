import type { replayBody } from '@throughline/contracts/delivery'
import { domainError } from '@throughline/core/errors'
import { writeAudit } from '@throughline/db/audit'
import {
  countReplayable,
  replayDeliveries,
  type ReplayRequest,
} from '@throughline/db/deliveries/replay-deliveries'
import { lockWebhook } from '@throughline/db/webhooks'
import type { z } from 'zod'
import { credentialOf } from '../../http/authenticate.js'
import { notFound } from '../../http/mount-routes.js'
import { enqueueFor } from '../../http/enqueue-for.js'
import type { Answer, Call } from '../../http/route.js'

/** As many as this go to the queue at once; the sweeper takes the rest, at its own rate. */
const ENQUEUE_AT_ONCE = 500

type ReplayCall = Call<{ id: number }, unknown, z.output<typeof replayBody>>

export async function replayWebhook(call: ReplayCall): Promise<Answer> {
  const { db, project, body } = call
  const webhook = await lockWebhook(db, { projectId: project.id, id: call.params.id })
  if (webhook === null) throw notFound()
  const request: ReplayRequest = {
    webhookId: webhook.id,
    since: body.since,
    until: body.until ?? null,
    states: body.state === undefined ? ['failed', 'skipped'] : [body.state],
  }
  if (body.dry_run) return { status: 202, body: { count: await countReplayable(db, request) } }
  if (!webhook.isActive) {
    throw domainError('webhook_inactive', 'This webhook is off: nothing is sent. Turn it on first.')
  }
  const { count, deliveries } = await replayDeliveries(db, request, ENQUEUE_AT_ONCE)
  await writeAudit(db, {
    projectId: project.id,
    actor: credentialOf(call.actor),
    action: 'webhook.replay',
    target: `webhook:${webhook.id}`,
    details: { count, states: request.states },
  })
  return { status: 202, body: { count }, afterCommit: () => enqueueFor(call, deliveries) }
}
