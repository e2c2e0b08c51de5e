import { findDelivery, listAttempts } from '@throughline/db/deliveries/read-deliveries'
import { notFound } from '../../http/mount-routes.js'
import type { Answer, Call } from '../../http/route.js'
import { presentAttempt, presentDelivery } from './present-delivery.js'

/** Also of a deleted webhook. */
export async function getDelivery({ db, project, params }: Call<{ id: string }>): Promise<Answer> {
  const key = { projectId: project.id, deliveryId: params.id }
  const delivery = await findDelivery(db, key)
  if (delivery === null) throw notFound()
  const attempts = await listAttempts(db, key)
  return {
    status: 200,
    body: {
      ...presentDelivery(delivery),
      payload: delivery.payload,
      attempts: attempts.map(presentAttempt),
    },
  }
}
