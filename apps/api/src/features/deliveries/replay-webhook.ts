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
import type { Db } from '@throughline/db/connection/database'
import { lockWebhook } from '@throughline/db/webhooks/webhooks'
import type { z } from 'zod'
import { auditActor } from '../../http/access.js'
import { notFound } from '../../http/path-params.js'
import { enqueueFor } from '../../http/enqueue-for.js'
import type { Answer, Call } from '../../http/route.js'
import { cancelReplay as cancelRow } from '@throughline/db/deliveries/cancel-replay'

/** Number of deliveries to enqueue immediately; the sweeper enqueues the rest. */
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
  if (body.dry_run)
    return started(call, request, { id: null, byState: await countReplayable(db, request) })
  if (!webhook.isActive) {
    throw domainError(
      'webhook_inactive',
      'This webhook is off and sends nothing. Turn it on first: PUT /api/webhooks/{id} with {"is_active": true}.',
    )
  }
  const { id, byState, deliveries } = await replayDeliveries(db, request, ENQUEUE_AT_ONCE)
  await writeAudit(db, {
    projectId: project.id,
    ...auditActor(call.actor),
    action: 'webhook.replay',
    target: `webhook:${webhook.id}`,
    details: { replay: id, count: totalOf(byState), states: request.states },
  })
  const answer = await started(call, request, { id, byState })
  return { ...answer, afterCommit: () => enqueueFor(call, deliveries) }
}

async function started(
  { db }: ReplayCall,
  request: ReplayRequest,
  { id, byState }: { id: number | null; byState: ReplayCounts },
): Promise<Answer> {
  const count = totalOf(byState)
  const hint = count === 0 ? { hint: await explainEmpty(db, request) } : {}
  return { status: 202, body: { id, count, by_state: byState, ...hint } }
}

/** Explains why a replay sends nothing: usually the range contains deliveries in another state. */
async function explainEmpty(db: Db, request: ReplayRequest): Promise<string> {
  const all = await countReplayable(db, { ...request, states: STATES.all })
  const others = STATES.all
    .filter((state) => all[state] > 0)
    .map((state) => `${all[state]} ${state}`)
  const none = `No delivery in this range is ${request.states.join(' or ')}.`
  if (others.length === 0) return `${none} Check since and until.`
  return `${none} It has ${others.join(' and ')}: send state "all" or another state, with until.`
}

/** Cancels a replay, which stays readable. A second call has no effect. */
export async function cancelReplay(call: Call<{ id: number }>): Promise<Answer> {
  const { db, project, params } = call
  if (!(await cancelRow(db, { projectId: project.id, id: params.id }))) throw notFound()
  await writeAudit(db, {
    projectId: project.id,
    ...auditActor(call.actor),
    action: 'replay.cancel',
    target: `replay:${params.id}`,
  })
  return { status: 200, body: { id: params.id, deleted: true } }
}
