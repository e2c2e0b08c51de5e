import { useQuery } from '@tanstack/react-query'
import { deliveriesQuery, deliveryQuery } from '../../api/deliveries.js'
import type { Attempt } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'

export interface GoodAttempt {
  deliveryId: string
  attempt: Attempt
}

/** The last attempt that the webhook accepted: of its newest delivery that has succeeded. Null while it is read. */
export function useLastSuccess(webhookId: number | undefined): {
  good: GoodAttempt | null
  isNone: boolean
} {
  const context = useProject()
  const query = { webhook_id: webhookId ?? 0, state: 'succeeded', limit: 1 }
  const list = useQuery({ ...deliveriesQuery(context, query), enabled: webhookId !== undefined })
  const deliveryId = list.data?.data[0]?.id
  const one = useQuery({
    ...deliveryQuery(context, deliveryId ?? ''),
    enabled: deliveryId !== undefined,
  })
  const attempt = one.data?.attempts.findLast(({ outcome }) => outcome === 'succeeded')
  const isNone = list.data !== undefined && deliveryId === undefined
  if (deliveryId === undefined || attempt === undefined) return { good: null, isNone }
  return { good: { deliveryId, attempt }, isNone }
}
