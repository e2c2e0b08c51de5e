import { randomUUID } from 'node:crypto'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { claimDeliveries } from '@throughline/db/deliveries/claim-deliveries'
import type { ClaimedDelivery } from '@throughline/db/deliveries/claim-outcome'
import { insertDeliveries } from '@throughline/db/deliveries/insert-deliveries'
import { recordResults } from '@throughline/db/deliveries/record-results'
import type { TestApi } from './harness.js'

/** Makes deliveries of a webhook, and their attempts as a worker records them. */
export function createHistory(api: TestApi, webhookId: number) {
  const { prisma } = api.database

  async function lease(deliveryId: string): Promise<ClaimedDelivery> {
    const leaseToken = randomUUID()
    const [claim] = await claimDeliveries(api.database, [{ deliveryId, leaseToken }], 17_000)
    if (claim?.kind !== 'claimed') throw new Error(`not claimed but ${claim?.kind ?? 'nothing'}`)
    return claim.delivery
  }
  return {
    lease,
    /** An event with its delivery, which is then put in that state. */
    async happen(state = 'pending'): Promise<string> {
      const event = { projectId: api.project.id, type: 'install_attributed' }
      const eventId = newUuidV7()
      await prisma.event.create({ data: { ...event, id: eventId, payload: '{"matched":true}' } })
      await insertDeliveries(prisma, { ...event, eventId })
      const { id } = await prisma.delivery.findFirstOrThrow({ where: { eventId, webhookId } })
      const isOpen = ['pending', 'retrying'].includes(state)
      const data = { state, ...(isOpen ? {} : { dueAt: null, nextAttemptAt: null }) }
      await prisma.delivery.updateMany({ where: { id }, data })
      return id
    },
    async attempt(deliveryId: string, isSuccess: boolean): Promise<void> {
      const { leaseToken, trigger } = await lease(deliveryId)
      const result = {
        deliveryId,
        leaseToken,
        trigger,
        attemptId: newUuidV7(),
        isSuccess,
        retryDelayMs: 60_000,
        startedAtMs: Date.now(),
        durationMs: 3,
        statusCode: isSuccess ? 204 : 500,
        errorClass: isSuccess ? null : 'status',
        error: null,
        responseBody: null,
        url: 'https://hooks.example.com/in',
        address: null,
      }
      await recordResults(api.database, [result])
    },
  }
}
