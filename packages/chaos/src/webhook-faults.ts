import { setTimeout as sleep } from 'node:timers/promises'
import {
  startHostileReceivers,
  type HostileReceivers,
} from '@throughline/testkit/hostile/start-hostile-receivers'
import { callApi, makeWebhook } from './api-calls.js'
import type { Fault } from './lanes.js'
import type { Endpoint, ChaosInstallation } from './installation.js'

/** A misbehaving receiver with a separate webhook, which is paused at first. */
export interface Hostile {
  name: string
  webhookId: number
}

/** A silent receiver, one that resets the connection, and one that responds too late. */
const HOSTILE = ['silent-after-accept', 'reset-after-request', 'answers-just-too-late'] as const
/** The product's default, which C11 does not change. */
const DELIVERY_TIMEOUT_MS = 15_000
/** Longer than any fault that affects all APIs. */
const INSIST_MS = 120_000
const AGAIN_MS = 250

export function startHostile(
  installation: ChaosInstallation,
  seed: number,
): Promise<HostileReceivers> {
  const { authority } = installation
  return startHostileReceivers({ authority, seed, timeoutMs: DELIVERY_TIMEOUT_MS, only: HOSTILE })
}

/** Creates a paused webhook for each receiver. */
export async function subscribeHostile(
  { owner }: ChaosInstallation,
  { receivers }: HostileReceivers,
): Promise<Hostile[]> {
  const hostile: Hostile[] = []
  for (const { name, url } of receivers) {
    const { id } = await makeWebhook(owner, url)
    await callApi(owner, 'PUT', { path: `/api/webhooks/${id}`, body: { is_active: false } })
    hostile.push({ name, webhookId: id })
  }
  return hostile
}

export async function removeHostile(
  { owner }: ChaosInstallation,
  hostile: Hostile[],
): Promise<void> {
  for (const { webhookId } of hostile)
    await callApi(owner, 'DELETE', { path: `/api/webhooks/${webhookId}` })
}

/** Pauses a webhook for a while: pending retries wait, and new events are skipped. */
export function turnOff(
  installation: ChaosInstallation,
  { path, webhook }: Endpoint,
  forMs: number,
): Fault {
  return {
    name: `${path} is off for ${forMs} ms`,
    target: path,
    run: async () => {
      const from = Date.now()
      await setActive(installation, webhook.id, false)
      await sleep(forMs)
      await setActive(installation, webhook.id, true)
      installation.offs.push({ endpoint: path, from, to: Date.now() })
    },
  }
}

/** Sends all events to a hostile receiver for a while. One at a time, so that the healthy ones keep slots. */
export function letIn(
  installation: ChaosInstallation,
  { name, webhookId }: Hostile,
  forMs: number,
): Fault {
  return {
    name: `${name} is subscribed for ${forMs} ms`,
    target: 'a hostile receiver',
    run: async () => {
      await setActive(installation, webhookId, true)
      await sleep(forMs)
      await setActive(installation, webhookId, false)
    },
  }
}

/** Calls the APIs without a timeout: a frozen process could serve an aborted call after the next one. */
export async function setActive(
  { owner, apis }: ChaosInstallation,
  id: number,
  isActive: boolean,
): Promise<void> {
  const untilMs = performance.now() + INSIST_MS
  for (let turn = 0; ; turn += 1) {
    const apiUrl = apis[turn % apis.length]?.url ?? owner.apiUrl
    const call = { path: `/api/webhooks/${id}`, body: { is_active: isActive } }
    try {
      await callApi({ ...owner, apiUrl }, 'PUT', call)
      return
    } catch (error) {
      if (performance.now() >= untilMs) throw error
      await sleep(AGAIN_MS)
    }
  }
}
