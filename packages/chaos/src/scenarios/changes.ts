import { setTimeout as sleep } from 'node:timers/promises'
import type { ReceiverEntry } from '@throughline/testkit/event-log/entries'
import type { Behaviour } from '@throughline/testkit/event-log/receiver'
import { waitFor } from '@throughline/testkit/wait-for'
import { callApi, makeWebhook, type Webhook } from '../api-calls.js'
import { promise, type Promised, type Scenario } from '../scenario.js'
import {
  arrivals as allArrivals,
  query,
  withInstallation,
  type ChaosInstallation,
} from '../installation.js'

const FAILS: Behaviour = { delayMs: [20, 150], failFirst: [9, 9] }
const TAKES: Behaviour = { delayMs: [20, 150], failFirst: [0, 0] }
/** The second attempt comes 1 s after the first, the third 4 s after that. */
const PAST_TWO_ATTEMPTS_MS = 6_500
/** From connecting to the receiver's log entry: a request sent before a call may be logged after its response. */
const ON_ITS_WAY_MS = 50

interface Subject {
  path: string
  webhook: Webhook
  deliveryId: string
}

interface Changed {
  kind: string
  isRight: boolean
  found: string
}

export const changes: Scenario = {
  id: 'C9',
  title: 'webhook turned off, deleted, secret rotated, URL changed between two attempts',
  counts: 'of each change',
  runs: { quick: 2, full: 25 },
  run: (context) =>
    withInstallation(context, { workers: 2, endpoints: [] }, async (installation) => {
      const all: Changed[] = []
      for (let n = 1; n <= context.runs; n += 1) {
        const kinds = [turnOff, remove, rotate, move]
        const done = await Promise.all(
          kinds.map(async (change, k) => {
            const subject = await startFailing(installation, `/run-${n}-${k}`)
            // Any moment before, during or after the second attempt. The seed decides, not the order of completion.
            await sleep(context.random.fork(`${n}/${k}`).integer(0, 1_200))
            return change(installation, subject)
          }),
        )
        all.push(...done)
        context.say(`${n}: ${done.map(({ found }) => found).join('; ')}`)
      }
      const kinds = [...new Set(all.map(({ kind }) => kind))]
      return {
        figures: { changes: all.length },
        promises: kinds.map((kind) => validateKind(all.filter((one) => one.kind === kind))),
      }
    }),
}

function validateKind(changed: Changed[]): Promised {
  const wrong = changed.filter(({ isRight }) => !isRight)
  return promise(
    changed[0]?.kind ?? '',
    wrong.length === 0,
    wrong.length === 0 ? `${changed.length} of ${changed.length}` : JSON.stringify(wrong),
  )
}

async function startFailing(installation: ChaosInstallation, path: string): Promise<Subject> {
  const { owner, receiver } = installation
  const webhook = await makeWebhook(owner, receiver.url(path))
  await receiver.set({ path, secrets: [webhook.secret], behaviour: FAILS })
  const { delivery_id: deliveryId } = await callApi<{ delivery_id: string }>(owner, 'POST', {
    path: `/api/webhooks/${webhook.id}/test`,
  })
  await waitFor(async () => (await arrivals(installation, deliveryId)).length > 0, {
    what: 'the first attempt',
  })
  return { path, webhook, deliveryId }
}

async function turnOff(installation: ChaosInstallation, subject: Subject): Promise<Changed> {
  const { owner } = installation
  const path = `/api/webhooks/${subject.webhook.id}`
  await callApi(owner, 'PUT', { path, body: { is_active: false } })
  const since = Date.now()
  await sleep(PAST_TWO_ATTEMPTS_MS)
  const late = await sentAfter(installation, subject, since)
  await installation.receiver.set({
    path: subject.path,
    secrets: [subject.webhook.secret],
    behaviour: TAKES,
  })
  await callApi(owner, 'PUT', { path, body: { is_active: true } })
  const state = await settled(installation, subject)
  return {
    kind: 'off: nothing is sent; on again: sending resumes',
    isRight: late.length === 0 && state === 'succeeded',
    found: `off: ${late.length} sent, then ${state}`,
  }
}

async function remove(installation: ChaosInstallation, subject: Subject): Promise<Changed> {
  await callApi(installation.owner, 'DELETE', { path: `/api/webhooks/${subject.webhook.id}` })
  const since = Date.now()
  await sleep(PAST_TWO_ATTEMPTS_MS)
  const late = await sentAfter(installation, subject, since)
  const state = await settled(installation, subject)
  return {
    kind: 'deleted: nothing is sent, the delivery is canceled',
    isRight: late.length === 0 && state === 'canceled',
    found: `deleted: ${late.length} sent, ${state}`,
  }
}

async function rotate(installation: ChaosInstallation, subject: Subject): Promise<Changed> {
  const { receiver, owner } = installation
  const { secret } = await callApi<{ secret: string }>(owner, 'POST', {
    path: `/api/webhooks/${subject.webhook.id}/regenerate-secret`,
  })
  const since = Date.now()
  const secrets = [subject.webhook.secret, secret]
  await receiver.set({ path: subject.path, secrets, behaviour: TAKES })
  const state = await settled(installation, subject)
  const after = await sentAfter(installation, subject, since)
  const all = await arrivals(installation, subject.deliveryId)
  const isNew = all.at(-1)?.secret === 1 && after.every((entry) => entry.secret === 1)
  return {
    kind: 'rotated: the next attempt is signed with the new secret',
    isRight: isNew && state === 'succeeded',
    found: `rotated: ${after.length} sent after, ${state}`,
  }
}

async function move(installation: ChaosInstallation, subject: Subject): Promise<Changed> {
  const { receiver, owner } = installation
  const path = `${subject.path}-moved`
  await receiver.set({ path, secrets: [subject.webhook.secret], behaviour: TAKES })
  await callApi(owner, 'PUT', {
    path: `/api/webhooks/${subject.webhook.id}`,
    body: { url: receiver.url(path) },
  })
  const since = Date.now()
  const state = await settled(installation, subject)
  const after = await sentAfter(installation, subject, since)
  const all = await arrivals(installation, subject.deliveryId)
  const isMoved = all.at(-1)?.endpoint === path && after.every(({ endpoint }) => endpoint === path)
  return {
    kind: 'URL changed: the next attempt goes to the new URL',
    isRight: isMoved && state === 'succeeded',
    found: `moved: ${after.length} sent after, ${state}`,
  }
}

async function arrivals(
  installation: ChaosInstallation,
  deliveryId: string,
): Promise<ReceiverEntry[]> {
  const entries = await allArrivals(installation)
  return entries.filter((entry) => entry.deliveryId === deliveryId)
}

/** Returns the requests after a call's response, except one that may have been in flight. */
async function sentAfter(
  installation: ChaosInstallation,
  subject: Subject,
  since: number,
): Promise<ReceiverEntry[]> {
  const all = await arrivals(installation, subject.deliveryId)
  return all.filter(({ at }) => at > since + ON_ITS_WAY_MS)
}

function settled(installation: ChaosInstallation, { deliveryId }: Subject): Promise<string> {
  return waitFor(
    async () => {
      const [row] = await query<{ state: string }>(
        installation,
        'SELECT state FROM deliveries WHERE id = $1 AND completed_at IS NOT NULL',
        [deliveryId],
      )
      return row?.state
    },
    { what: 'the end of the delivery', timeoutMs: 45_000, everyMs: 100 },
  )
}
