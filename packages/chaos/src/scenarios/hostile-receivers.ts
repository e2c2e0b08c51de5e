import { setTimeout as sleep } from 'node:timers/promises'
import { percentiles } from '@throughline/testkit/event-log/verifier'
import { issueCertificate } from '@throughline/testkit/certificates'
import type { Behaviour } from '@throughline/testkit/event-log/receiver'
import { startHttpsReceiver } from '@throughline/testkit/hostile/https-receiver'
import { hostileHost } from '@throughline/testkit/hostile/receiver-spec'
import {
  startHostileReceivers,
  type HostileReceiver,
  type HostileReceivers,
} from '@throughline/testkit/hostile/start-hostile-receivers'
import { callApi, makeWebhook } from '../api-calls.js'
import { watchMemory } from '../memory.js'
import { promise, type Promised, type Scenario } from '../scenario.js'
import { arrivals, clientEntries, query, type ChaosInstallation } from '../installation.js'
import { underLoad } from '../usual-promises.js'

/** With the 19 that turn hostile, these are 68 % of the endpoints. */
const HEALTHY: Behaviour[] = Array.from({ length: 40 }, () => ({
  delayMs: [5, 25],
  failFirst: [0, 0],
}))
/** At 1.5 events a second, two cores were busy for 65 % of the time, and this load alone delayed deliveries. */
const RATE = 1
const DEADLINE_MS = 3_000
const GRACE_MS = 500
const WARM_UP_MS = 5_000
const MEMORY_LIMIT_MIB = 512
const FACTOR = 2

export const hostileReceivers: Scenario = {
  id: 'C10',
  title: '30 % of the endpoints turn hostile',
  counts: 's with hostile receivers, and as many without',
  // A delivery that fails has its last attempt after 21 s.
  runs: { quick: 40, full: 120 },
  run: (context) =>
    underLoad(
      context,
      {
        apis: 1,
        workers: 2,
        endpoints: HEALTHY,
        env: {
          DELIVERY_TIMEOUT_MS: String(DEADLINE_MS),
          DELIVERY_CONCURRENCY: '200',
          DELIVERY_MAX_PER_WEBHOOK: '8',
        },
      },
      async (installation, { random, runs }) => {
        const { authority } = installation
        const receivers = await startHostileReceivers({
          authority,
          seed: random.seed,
          timeoutMs: DEADLINE_MS,
        })
        installation.onClose(() => receivers.close())
        const periods = await watch(installation, receivers, runs * 1_000)
        return async () => {
          const attempts = await attemptsAt(installation, periods)
          const [without, among] = await healthyLatencies(installation, periods)
          const { memoryMiB } = periods
          return {
            figures: {
              'attempts to hostile receivers': attempts.length,
              'longest of these attempts ms': Math.max(
                ...attempts.map(({ duration_ms }) => duration_ms),
              ),
              'healthy p99 without hostile receivers ms': without.p99,
              'healthy p99 with hostile receivers ms': among.p99,
              'maximum memory of a worker, MiB': memoryMiB,
            },
            promises: [
              ...verifyReceivers(receivers, attempts, periods.webhookIds),
              promise(
                `healthy p99 ≤ ${FACTOR} × that without hostile receivers`,
                among.p99 <= FACTOR * without.p99,
                `${among.p99} ms to ${without.p99} ms`,
              ),
              promise(
                'memory stays within its limit',
                memoryMiB <= MEMORY_LIMIT_MIB,
                `${memoryMiB} MiB`,
              ),
              promise(
                'the redirect is not followed',
                receivers.canaryHits() === 0,
                receivers.canaryHits(),
              ),
            ],
          }
        }
      },
    ),
}

interface Periods {
  /** The comparison, after connections were opened and code was compiled, and while all receivers are healthy. */
  healthy: { from: number; to: number }
  /** From then on, 19 receivers are hostile. */
  hostileFrom: number
  memoryMiB: number
  webhookIds: Map<string, number>
}

async function watch(
  installation: ChaosInstallation,
  { receivers }: HostileReceivers,
  periodMs: number,
): Promise<Periods> {
  const { owner, workers, client } = installation
  const url = await startHealthyReceiver(installation)
  const webhookIds = new Map<string, number>()
  for (const { name } of receivers) webhookIds.set(name, (await makeWebhook(owner, url + name)).id)
  client.setRate(RATE)
  await sleep(WARM_UP_MS)
  const from = Date.now()
  await sleep(periodMs)
  const healthy = { from, to: Date.now() }
  for (const { name, url: hostileUrl } of receivers) {
    const path = `/api/webhooks/${webhookIds.get(name)}`
    await callApi(owner, 'PUT', { path, body: { url: hostileUrl } })
  }
  const hostileFrom = Date.now()
  const memory = watchMemory(workers)
  await sleep(periodMs)
  const memoryMiB = memory.stop()
  // Their pending deliveries are canceled with them.
  for (const id of webhookIds.values())
    await callApi(owner, 'DELETE', { path: `/api/webhooks/${id}` })
  return { healthy, hostileFrom, memoryMiB, webhookIds }
}

/** Receives the deliveries of 19 webhooks until they turn hostile, in the same process as the hostile receivers. */
async function startHealthyReceiver({ authority, onClose }: ChaosInstallation): Promise<string> {
  const certificate = await issueCertificate(authority, { hosts: [hostileHost] })
  const { url, close } = await startHttpsReceiver(certificate, ({ response }) => {
    response.writeHead(204).end()
    return 204
  })
  onClose(close)
  return url
}

interface StoredAttempt {
  webhook_id: number
  duration_ms: number
  error_class: string | null
}

function attemptsAt(
  installation: ChaosInstallation,
  { webhookIds, hostileFrom }: Periods,
): Promise<StoredAttempt[]> {
  return query<StoredAttempt>(
    installation,
    `SELECT d.webhook_id, a.duration_ms, a.error_class
       FROM delivery_attempts a JOIN deliveries d ON d.id = a.delivery_id
      WHERE d.webhook_id = ANY ($1::integer[]) AND a.started_at >= to_timestamp($2)`,
    [[...webhookIds.values()], hostileFrom / 1_000],
  )
}

function verifyReceivers(
  { receivers }: HostileReceivers,
  attempts: StoredAttempt[],
  webhookIds: Map<string, number>,
): Promised[] {
  const of = ({ name }: HostileReceiver) =>
    attempts.filter(({ webhook_id }) => webhook_id === webhookIds.get(name))
  const unmet = receivers.filter((receiver) => of(receiver).length === 0).map(({ name }) => name)
  const odd = receivers.flatMap((receiver) =>
    of(receiver)
      .map(({ error_class }) => error_class ?? 'success')
      .filter((outcome) => !receiver.expected.outcomes.some((expected) => expected === outcome))
      .map((outcome) => `${receiver.name}: ${outcome}`),
  )
  const late = attempts.filter(({ duration_ms }) => duration_ms > DEADLINE_MS + GRACE_MS)
  return [
    promise(
      'each hostile receiver got an attempt',
      unmet.length === 0,
      unmet.join(', ') || receivers.length,
    ),
    promise(
      'each attempt has the expected result',
      odd.length === 0,
      [...new Set(odd)].join(', ') || attempts.length,
    ),
    promise('each attempt ends within 0.5 s of its deadline', late.length === 0, late.length),
  ]
}

/** Delays from acceptance to arrival at the receivers that stay healthy, in both periods. */
async function healthyLatencies(
  installation: ChaosInstallation,
  { healthy, hostileFrom }: Periods,
) {
  const accepted = new Map(
    (await clientEntries(installation)).flatMap((entry) =>
      entry.kind === 'accepted' ? [[entry.install, entry.at]] : [],
    ),
  )
  const all = (await arrivals(installation)).flatMap((entry) => {
    const from = accepted.get(entry.install)
    return from === undefined ? [] : [{ from, ms: Math.max(1, entry.at - from) }]
  })
  const latencies = (isIn: (from: number) => boolean) =>
    percentiles(all.filter(({ from }) => isIn(from)).map(({ ms }) => ms))
  return [
    latencies((from) => from >= healthy.from && from < healthy.to),
    latencies((from) => from >= hostileFrom),
  ] as const
}
