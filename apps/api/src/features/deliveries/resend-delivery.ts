import type {
  resendBody,
  resendManyBody,
  ResentDeliveriesWire,
} from '@throughline/contracts/delivery'
import { domainError, type DomainError } from '@throughline/core/lib/errors'
import { writeAudit, writeAudits, type AuditNote } from '@throughline/db/projects/audit'
import { findDelivery } from '@throughline/db/deliveries/read-deliveries'
import {
  resendDeliveries as resendRows,
  resendDelivery as resendRow,
  type ResendOutcome,
} from '@throughline/db/deliveries/resend-delivery'
import type { QueuedDelivery } from '@throughline/core/webhooks/queued-delivery'
import type { z } from 'zod'
import { auditActor } from '../../http/access.js'
import { notFound } from '../../http/path-params.js'
import { replaceJobsOf } from '../../http/enqueue-for.js'
import type { Answer, Call } from '../../http/route.js'
import { presentDelivery } from './present-delivery.js'

type ResendCall = Call<{ id: string }, unknown, z.output<typeof resendBody>>

export async function resendDelivery(call: ResendCall): Promise<Answer> {
  const { db, project, params, body } = call
  const key = { projectId: project.id, deliveryId: params.id }
  const queued = accepted(await resendRow(db, { ...key, withRetries: body.retries }))
  await writeAudit(db, resendNote(call, params.id))
  const delivery = await findDelivery(db, key)
  if (delivery === null) throw notFound()
  return {
    status: 202,
    body: presentDelivery(delivery),
    afterCommit: () => replaceJobsOf(call, [queued]),
  }
}

type ResendManyCall = Call<object, unknown, z.output<typeof resendManyBody>>

/** Sends the given deliveries again, each by itself. */
export async function resendDeliveries(call: ResendManyCall): Promise<Answer> {
  const { db, project, body } = call
  const { ids, retries } = body
  const request = { projectId: project.id, deliveryIds: ids, withRetries: retries }
  const outcomes = await resendRows(db, request)
  const queued = [...outcomes.values()].flatMap((outcome) =>
    outcome.kind === 'queued' ? [outcome.delivery] : [],
  )
  await writeAudits(
    db,
    queued.map(({ deliveryId }) => resendNote(call, deliveryId)),
  )
  const data = ids.map((id) => presentOutcome(id, outcomes.get(id) ?? { kind: 'not_found' }))
  return {
    status: 202,
    body: { queued: queued.length, data } satisfies ResentDeliveriesWire,
    afterCommit: () => replaceJobsOf(call, queued),
  }
}

function presentOutcome(id: string, outcome: ResendOutcome): ResentDeliveriesWire['data'][number] {
  if (outcome.kind === 'queued') return { id, queued: true, code: null, detail: null }
  const { code, message } = refusalOf(outcome.kind)
  return { id, queued: false, code, detail: message }
}

/** The audit entry of a delivery that is sent again. */
function resendNote(
  {
    project,
    actor,
    body,
  }: Pick<Call<unknown, unknown, { retries: boolean }>, 'project' | 'actor' | 'body'>,
  deliveryId: string,
): AuditNote {
  return {
    projectId: project.id,
    ...auditActor(actor),
    action: 'delivery.resend',
    target: `delivery:${deliveryId}`,
    details: { retries: body.retries },
  }
}

function accepted(outcome: ResendOutcome): QueuedDelivery {
  if (outcome.kind === 'queued') return outcome.delivery
  throw refusalOf(outcome.kind)
}

/** Why a delivery is not sent again. */
function refusalOf(kind: Exclude<ResendOutcome['kind'], 'queued'>): DomainError {
  switch (kind) {
    case 'not_found':
      return notFound()
    case 'in_flight':
      return domainError(
        'delivery_in_flight',
        'An attempt of this delivery is in progress. Wait for its outcome.',
      )
    case 'webhook_inactive':
      return domainError(
        'webhook_inactive',
        'The webhook is off and sends nothing. Turn it on first: PUT /api/webhooks/{id} with {"is_active": true}.',
      )
    case 'webhook_deleted':
      return domainError('webhook_deleted', 'The webhook was deleted, so nothing can be sent.')
    case 'not_resendable':
      return domainError(
        'not_resendable',
        'This delivery was canceled or its payload was erased, so it cannot be sent.',
      )
  }
}
