import { setTimeout as sleep } from 'node:timers/promises'
import type { Behaviour } from '@throughline/testkit/ledger/receiver'
import { onlyInFlightTwice } from '../in-flight.js'
import { sumMetric } from '../metrics.js'
import { findOrphans, type Orphan } from '../orphans.js'
import { promise, type Scenario } from '../scenario.js'
import { finish, withTrial } from '../trial.js'
import { usualFigures, usualPromises } from '../usual-promises.js'

const RATE = 30
/** Longer than the lease and the queue's own lock, so that others have made its attempts anew. */
const FROZEN_MS = 40_000
/** The second fails each first attempt, so that a failure can be stale as well as a success. */
const SLOWISH: Behaviour[] = [
  { delayMs: [300, 900], failFirst: [0, 0] },
  { delayMs: [300, 900], failFirst: [1, 1] },
]

const STALE = 'throughline_delivery_faults_total{fault="stale"}'

export const frozenWorker: Scenario = {
  id: 'C7',
  title: 'SIGSTOP to a worker for 40 s, then SIGCONT',
  counts: 'stops',
  runs: { quick: 1, full: 3 },
  run: (context) =>
    withTrial(context, { workers: 2, endpoints: SLOWISH }, async (trial) => {
      const { random, runs, say } = context
      const frozen: Orphan[] = []
      trial.client.setRate(RATE)
      for (let stop = 1; stop <= runs; stop += 1) {
        await sleep(random.integer(2_000, 4_000))
        const worker = random.pick(trial.there.workers)
        worker.signal('SIGSTOP')
        frozen.push(...(await findOrphans(trial)))
        say(`${worker.name} is stopped, ${frozen.length} deliveries in flight`)
        await sleep(FROZEN_MS)
        worker.signal('SIGCONT')
        await sleep(5_000)
      }
      const verdict = await finish(trial, say)
      const stale = await sumMetric(trial.there.workers, STALE)
      return {
        figures: {
          ...usualFigures(verdict),
          'in flight at the stops': frozen.length,
          'stale results refused': stale,
        },
        promises: [
          ...usualPromises(trial, verdict),
          promise('some were in flight', frozen.length > 0, frozen.length),
          onlyInFlightTwice(
            'nothing twice but what was in flight at a stop',
            verdict.duplicated,
            frozen.map(({ deliveryId }) => deliveryId),
          ),
        ],
      }
    }),
}
