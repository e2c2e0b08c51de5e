import { setTimeout as sleep } from 'node:timers/promises'
import { startFaultProxy, type FaultProxy } from '@throughline/testkit/fault-proxy'
import type { Behaviour } from '@throughline/testkit/event-log/receiver'
import { waitFor } from '@throughline/testkit/wait-for'
import { onlyInFlightTwice } from '../in-flight.js'
import { sumMetric } from '../metrics.js'
import { findOrphans, type Orphan } from '../orphans.js'
import { promise, type RunContext, type Scenario } from '../scenario.js'
import type { ChaosInstallation } from '../installation.js'
import { underLoad } from '../usual-promises.js'

const RATE = 30
/** Longer than the lease and the queue's lock, so that other workers have repeated its attempts. */
const FROZEN_MS = 40_000
/** How long the worker cannot reach the database before it freezes, so that results of attempts are still unsent. */
const HELD_MS = 700
/** Time for the database to process late results. */
const LATE_MS = 500
/** The second fails each first attempt, so that a failure can be stale as well as a success. */
const SLOWISH: Behaviour[] = [
  { delayMs: [300, 900], failFirst: [0, 0] },
  { delayMs: [300, 900], failFirst: [1, 1] },
]
const IN_FLIGHT = 'throughline_deliveries_in_flight'
/** About half of what each worker has in flight at RATE. With fewer, no success might be sent twice. */
const ENOUGH_IN_FLIGHT = 10
const STALE = 'throughline_delivery_faults_total{fault="stale"}'

export const frozenWorker: Scenario = {
  id: 'C7',
  title: 'SIGSTOP to a worker for 40 s, results on their way to the database, then SIGCONT',
  counts: 'stops',
  redis: ['single'],
  runs: { quick: 1, full: 3 },
  run: async (context) => {
    const lines = new Map<string, FaultProxy>()
    const reach = async (url: string, service: string) => {
      if (!service.startsWith('worker') || !url.startsWith('postgres')) return url
      const line = await startFaultProxy(url)
      lines.set(service, line)
      return line.url
    }
    const options = { workers: 2, endpoints: SLOWISH, reach }
    try {
      return await underLoad(context, options, async (installation) => {
        const frozen = await freeze(installation, lines, context)
        return async ({ duplicated }) => ({
          figures: {
            'in flight at the stops': frozen.length,
            'stale results rejected': await sumMetric(installation.workers, STALE),
          },
          promises: [
            promise('deliveries were in flight', frozen.length > 0, frozen.length),
            onlyInFlightTwice(
              'only deliveries in flight at a stop arrive twice',
              duplicated,
              frozen.map(({ deliveryId }) => deliveryId),
            ),
          ],
        })
      })
    } finally {
      for (const line of lines.values()) await line.close()
    }
  },
}

async function freeze(
  installation: ChaosInstallation,
  lines: Map<string, FaultProxy>,
  { random, runs, say }: RunContext,
): Promise<Orphan[]> {
  const frozen: Orphan[] = []
  installation.client.setRate(RATE)
  for (let stop = 1; stop <= runs; stop += 1) {
    await sleep(random.integer(2_000, 4_000))
    const worker = random.pick(installation.workers)
    await waitFor(async () => (await sumMetric([worker], IN_FLIGHT)) >= ENOUGH_IN_FLIGHT, {
      what: `${worker.name} to have deliveries in flight`,
    })
    const line = lines.get(worker.name)
    line?.freeze()
    await sleep(HELD_MS)
    worker.signal('SIGSTOP')
    frozen.push(...(await findOrphans(installation)))
    say(`${worker.name} is stopped, ${frozen.length} deliveries in flight`)
    await sleep(FROZEN_MS)
    line?.thaw()
    await sleep(LATE_MS)
    worker.signal('SIGCONT')
    await sleep(5_000)
  }
  return frozen
}
