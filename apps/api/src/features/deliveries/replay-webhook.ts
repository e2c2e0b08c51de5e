import type { replayBody } from '@throughline/contracts/delivery'
import { domainError } from '@throughline/core/lib/errors'
import { writeAudit } from '@throughline/db/projects/audit'
import {
  countReplayable,
  replayDeliveries,
  totalOf,
  type ReplayableState,
  type ReplayCounts,
  type ReplayRequest,
} from '@throughline/db/deliveries/replay-deliveries'
import { lockWebhook } from '@throughline/db/webhooks/webhooks'
import type { z } from 'zod'
import { credentialOf } from '../../http/authenticate.js'
import { notFound } from '../../http/mount-routes.js'
import { enqueueFor } from '../../http/enqueue-for.js'
import type { Answer, Call } from '../../http/route.js'
import { cancelReplay as cancelRow } from '@throughline/db/deliveries/cancel-replay'

/** Enqueued immediately; the sweeper enqueues the rest at its own rate. */
const ENQUEUE_AT_ONCE = 500

const STATES = {
  undelivered: ['failed', 'skipped'],
  failed: ['failed'],
  skipped: ['skipped'],
  succeeded: ['succeeded'],
  all: ['failed', 'skipped', 'succeeded'],
} satisfies Record<string, ReplayableState[]>

type ReplayCall = Call<{ id: number }, unknown, z.output<typeof replayBody>>

export async function replayWebhook(call: ReplayCall): Promise<Answer> {
  const { db, project, body } = call
  const webhook = await lockWebhook(db, { projectId: project.id, id: call.params.id })
  if (webhook === null) throw notFound()
  const request: ReplayRequest = {
    webhookId: webhook.id,
    since: body.since,
    until: body.until ?? null,
    states: STATES[body.state ?? 'undelivered'],
  }
  if (body.dry_run) return started(null, await countReplayable(db, request))
  if (!webhook.isActive) {
    throw domainError(
      'webhook_inactive',
      'This webhook is off and sends nothing. Turn it on first.',
    )
  }
  const { id, byState, deliveries } = await replayDeliveries(db, request, ENQUEUE_AT_ONCE)
  await writeAudit(db, {
    projectId: project.id,
    actor: credentialOf(call.actor),
    action: 'webhook.replay',
    target: `webhook:${webhook.id}`,
    details: { replay: id, count: totalOf(byState), states: request.states },
  })
  return { ...started(id, byState), afterCommit: () => enqueueFor(call, deliveries) }
}

function started(id: number | null, byState: ReplayCounts): Answer {
  return { status: 202, body: { id, count: totalOf(byState), by_state: byState } }
}

/** The replay stays readable; a second call changes nothing. */
export async function cancelReplay(call: Call<{ id: number }>): Promise<Answer> {
  const { db, project, params } = call
  if (!(await cancelRow(db, { projectId: project.id, id: params.id }))) throw notFound()
  await writeAudit(db, {
    projectId: project.id,
    actor: credentialOf(call.actor),
    action: 'replay.cancel',
    target: `replay:${params.id}`,
  })
  return { status: 200, body: { id: params.id, deleted: true } }
}
