import { setTimeout as sleep } from 'node:timers/promises'
import type { ReceiverEntry } from '@throughline/testkit/event-log/entries'
import type { RedisNode } from '@throughline/testkit/redis-node'
import { waitFor } from '@throughline/testkit/wait-for'
import { arrivals, drain, query, type ChaosInstallation } from '../installation.js'
import { promise, type Scenario } from '../scenario.js'
import { noDuplicates, underLoad } from '../usual-promises.js'

const RATE = 20
const CALM_MS = 3_000
const GOES_ON_WITHIN_MS = 30_000
/** Long enough for a sweep and all waiting deliveries. */
const CALM_AGAIN_MS = 90_000

interface Failover {
  what: string
  at: number
  /** Deliveries of after the fault that no worker had taken. */
  waiting: string[]
  /** From the fault until that many waited. */
  waitingAfterMs: number
}
/** More than a worker takes a moment to claim on a busy machine. At the usual rate they come within 250 ms. */
const WAITING_MIN = 10

export const redisFailover: Scenario = {
  id: 'C22',
  title: 'the primary of Redis killed and frozen in turn, under load',
  counts: 'failovers',
  backends: ['redis'],
  redis: ['cluster', 'sentinel'],
  runs: { quick: 4, full: 20 },
  run: (context) =>
    underLoad(context, { apis: 2, workers: 2 }, async (installation, { runs, say }) => {
      const failovers: Failover[] = []
      for (let n = 0; n < runs; n += 1) {
        const failover = await failOver(installation, n % 2 === 0 ? 'killed' : 'frozen')
        failovers.push(failover)
        say(`${failover.what}: deliveries waited after ${failover.waitingAfterMs} ms`)
      }
      return async (verdict) => {
        const all = await arrivals(installation)
        const firsts = failovers.map((failover) => Math.min(...delays(failover, all)))
        const lasts = failovers.map((failover) => Math.max(...delays(failover, all)))
        const slowest = Math.max(...firsts)
        return {
          figures: {
            [`${WAITING_MIN} deliveries wait after, ms`]: failovers
              .map(({ waitingAfterMs }) => waitingAfterMs)
              .join(' '),
            'first of them sent after, ms': firsts.join(' '),
            'last of them, ms': lasts.join(' '),
          },
          promises: [
            promise(
              'the API accepts every request',
              verdict.refused === 0,
              `${verdict.refused} rejected`,
            ),
            noDuplicates(verdict),
            promise(
              `deliveries go on within ${GOES_ON_WITHIN_MS / 1_000} s of each fault`,
              slowest <= GOES_ON_WITHIN_MS,
              `${slowest} ms`,
            ),
          ],
        }
      }
    }),
}

async function failOver(
  installation: ChaosInstallation,
  how: 'killed' | 'frozen',
): Promise<Failover> {
  const { redisGroup: group, client } = installation
  if (group === null) throw new Error('This scenario needs --redis cluster or --redis sentinel')
  client.setRate(RATE)
  await sleep(CALM_MS)
  const primary = await group.primary()
  const at = Date.now()
  if (how === 'killed') await primary.kill()
  else primary.signal('SIGSTOP')
  const waiting = await untilDeliveriesWait(installation, Date.now())
  const waitingAfterMs = Date.now() - at
  await waitFor(async () => (await group.primary()) !== primary, {
    what: 'a new primary',
    timeoutMs: 60_000,
    everyMs: 250,
  })
  client.setRate(0)
  const left = await drain(installation, { withinMs: CALM_AGAIN_MS })
  if (left > 0)
    throw new Error(`${left} deliveries still wait ${CALM_AGAIN_MS / 1_000} s after a new primary`)
  await bringBack(primary, how)
  await group.untilReplicated()
  return { what: `the primary ${how}`, at, waiting, waitingAfterMs }
}

/** They cannot be enqueued before there is a new primary, so they show that the fault affects the queue. */
function untilDeliveriesWait(installation: ChaosInstallation, sinceMs: number): Promise<string[]> {
  const read = async () => {
    const rows = await query<{ id: string }>(installation, FREE_SINCE, [sinceMs])
    return rows.length >= WAITING_MIN && rows.map(({ id }) => id)
  }
  return waitFor(read, {
    what: 'deliveries to wait for the queue',
    timeoutMs: 60_000,
    everyMs: 50,
  })
}

const FREE_SINCE = `
  SELECT id FROM deliveries
   WHERE created_at >= to_timestamp($1::float8 / 1000) AND due_at <= clock_timestamp() AND lease_token IS NULL`

async function bringBack(node: RedisNode, how: 'killed' | 'frozen'): Promise<void> {
  if (how === 'killed') await node.start()
  else node.signal('SIGCONT')
}

function delays({ at, waiting }: Failover, all: ReceiverEntry[]): number[] {
  const ids = new Set(waiting)
  return all.flatMap((entry) => (ids.has(entry.deliveryId) ? [entry.at - at] : []))
}
