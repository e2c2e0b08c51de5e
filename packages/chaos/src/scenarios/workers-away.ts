import { setTimeout as sleep } from 'node:timers/promises'
import type { Scenario } from '../scenario.js'
import { noDuplicates, underLoad } from '../usual-promises.js'

const RATE = 5

export const workersAway: Scenario = {
  id: 'C13',
  title: 'no worker for a while, then all of them with a backlog',
  counts: 's without workers',
  runs: { quick: 25, full: 60 },
  run: (context) =>
    underLoad(
      context,
      // Slow enough that jobs of the sweeper and the API for one delivery overlap while it is in flight.
      { endpoints: [{ delayMs: [2_000, 5_000], failFirst: [0, 0] }] },
      async ({ client, workers }, { runs, say }) => {
        client.setRate(RATE)
        await sleep(2_000)
        await Promise.all(workers.map((worker) => worker.end('SIGTERM')))
        say('no worker is left')
        await sleep(runs * 1_000)
        await Promise.all(workers.map((worker) => worker.start()))
        say('all workers are back')
        await sleep(2_000)
        return (verdict) => ({ promises: [noDuplicates(verdict)] })
      },
    ),
}
