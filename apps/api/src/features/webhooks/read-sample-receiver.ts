import type { SampleRequestWire } from '@throughline/contracts/webhook'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import type { SampleRequest } from '../../infra/sample-receiver.js'
import type { Answer, Call } from '../../http/route.js'

/** Reads what the sample receiver got from webhooks of this project. */
export function readSampleReceiver({ ctx, project }: Call<object>): Promise<Answer> {
  const { url } = ctx.sampleInbox
  return Promise.resolve({
    status: 200,
    body: { url, data: ctx.sampleInbox.list(project.id).map(present) },
  })
}

function present(request: SampleRequest): SampleRequestWire {
  return {
    webhook_id: request.webhookId,
    received_at: formatTimestamp(request.receivedAt),
    delivery_id: request.deliveryId,
    event: request.event,
    trigger: request.trigger,
    is_test: request.isTest,
    status: request.status,
    problem: request.problem,
    payload: request.payload,
  }
}
