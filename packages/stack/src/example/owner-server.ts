import type { IncomingMessage, ServerResponse } from 'node:http'
import { throughlineWebhook } from '../../../webhooks/src/express.js'

import { errorText } from '../errors.js'
import { ensureAd, ensureWebhook, type OwnerAccess } from './demo-owner.js'

export interface ReceivedDelivery {
  receivedAt: string
  deliveryId: string
  installId: string | null
  headers: IncomingMessage['headers']
  payload: unknown
}

export interface OwnerFacts {
  /** Null if it could not be created. */
  adUrl: string | null
  webhook: { id: number; url: string } | null
  /** Why one of them is null. */
  problems: string[]
  /** The newest first. */
  deliveries: readonly ReceivedDelivery[]
}

/** The server of the app's owner. It creates the ad and receives the webhooks. */
export interface OwnerServer {
  /** Prepares what is missing. A failure is reported and tried again at the next call. */
  describe(): Promise<OwnerFacts>
  receive(request: IncomingMessage, response: ServerResponse): void
}

export const WEBHOOK_PATH = '/owner/webhook'

/** Creates the owner's server. Nothing is prepared before the page is opened or a webhook arrives. */
export function createOwnerServer(access: OwnerAccess, exampleUrl: string): OwnerServer {
  const url = `${exampleUrl}${WEBHOOK_PATH}`
  const ad = once(() => ensureAd(access, exampleUrl))
  const webhook = once(() => ensureWebhook(access, url))
  const deliveries: ReceivedDelivery[] = []
  const receive = throughlineWebhook(
    async () => (await webhook()).secret,
    ({ deliveryId, installId, payload }, { headers }) => {
      const receivedAt = new Date().toISOString()
      deliveries.unshift({ receivedAt, deliveryId, installId, headers, payload })
      deliveries.length = Math.min(deliveries.length, MAX_KEPT)
    },
  )
  return {
    receive,
    async describe() {
      const problems: string[] = []
      const report = (error: unknown) => {
        problems.push(errorText(error))
        return null
      }
      const [adUrl, subscribed] = await Promise.all([ad().catch(report), webhook().catch(report)])
      return {
        adUrl,
        webhook: subscribed === null ? null : { id: subscribed.id, url },
        problems,
        deliveries,
      }
    },
  }
}

/** One call at a time; what succeeded is not repeated. */
function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | null = null
  return () => {
    running ??= work().catch((error: unknown) => {
      running = null
      throw error
    })
    return running
  }
}

const MAX_KEPT = 50
