import { setTimeout as sleep } from 'node:timers/promises'
import { percentiles } from '@throughline/testkit/event-log/verifier'
import { onlyInFlightTwice } from '../in-flight.js'
import { findOrphans, orphanWaits, type Orphan } from '../orphans.js'
import { promise, type Scenario } from '../scenario.js'
import { arrivals } from '../installation.js'
import { underLoad } from '../usual-promises.js'

/** Each kill also costs a start. A higher rate would overload two cores, and rejections for load prove nothing. */
const RATE = 15
const EVERY_MS = 5_000
/** An orphan is tried again within this (lease 17 s, stall 20 s at most). */
const ORPHAN_LIMIT_MS = 20_000

export const workerKill: Scenario = {
  id: 'C2',
  title: 'a worker killed every 5 s, half of the times between the POST and its record',
  counts: 'kills',
  runs: { quick: 6, full: 200 },
  run: (context) =>
    underLoad(context, {}, async (installation, { random, runs, say }) => {
      installation.client.setRate(RATE)
      await sleep(2_000)
      const orphans: Orphan[] = []
      for (let kill = 1; kill <= runs; kill += 1) {
        const startedMs = performance.now()
        const worker = random.pick(installation.workers)
        await sleep(random.integer(0, EVERY_MS / 2))
        // When a response arrives, the attempt has been sent but not recorded.
        const isAtAnswer = random.chance(0.5)
        if (isAtAnswer) await installation.receiver.nextAnswer()
        await worker.kill()
        const found = findOrphans(installation)
        await worker.start()
        orphans.push(...(await found))
        say(
          `kill ${kill}: ${worker.name}${isAtAnswer ? ' at an answer' : ''}, ${orphans.length} orphans by now`,
        )
        await sleep(Math.max(0, EVERY_MS - (performance.now() - startedMs)))
      }
      return async ({ duplicated }) => {
        const waits = orphanWaits(orphans, await arrivals(installation))
        const { max, p50 } = percentiles(waits)
        return {
          figures: {
            'in flight at the kills': orphans.length,
            'attempted again after, p50 ms': p50,
            'at most ms': max,
          },
          promises: [
            onlyInFlightTwice(
              'only deliveries in flight at a kill arrive twice',
              duplicated,
              orphans.map(({ deliveryId }) => deliveryId),
            ),
            promise(
              'each delivery of a killed worker is attempted again within 20 s',
              max <= ORPHAN_LIMIT_MS,
              `${max} ms`,
            ),
            promise(
              'all deliveries of killed workers are attempted again',
              waits.length === orphans.length,
              `${waits.length} of ${orphans.length}`,
            ),
          ],
        }
      }
    }),
}
