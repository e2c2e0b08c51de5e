import type { resendManyBody, ResentDeliveriesWire } from '@throughline/contracts/delivery'
import {
  resendDeliveries as resendRows,
  type ResendOutcome,
} from '@throughline/db/deliveries/resend-delivery'
import { writeAudits } from '@throughline/db/projects/audit'
import type { z } from 'zod'
import { replaceJobsOf } from '../../http/enqueue-for.js'
import type { Answer, Call } from '../../http/route.js'
import { refusalOf, resendNote } from './resend-delivery.js'

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
  const data = ids.map((id) => present(id, outcomes.get(id) ?? { kind: 'not_found' }))
  return {
    status: 202,
    body: { queued: queued.length, data } satisfies ResentDeliveriesWire,
    afterCommit: () => replaceJobsOf(call, queued),
  }
}

function present(id: string, outcome: ResendOutcome): ResentDeliveriesWire['data'][number] {
  if (outcome.kind === 'queued') return { id, queued: true, code: null, detail: null }
  const { code, message } = refusalOf(outcome.kind)
  return { id, queued: false, code, detail: message }
}
