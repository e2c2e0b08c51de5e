import { setTimeout as sleep } from 'node:timers/promises'
import { promise, type Scenario } from '../scenario.js'
import { finish, withInstallation } from '../installation.js'
import { usualFigures, usualPromises } from '../usual-promises.js'

const RATE = 5

export const workersAway: Scenario = {
  id: 'C13',
  title: 'no worker for a while, then all of them before a backlog',
  counts: 's without',
  runs: { quick: 25, full: 60 },
  run: (context) =>
    withInstallation(
      context,
      // So slow that jobs of the sweeper and of the API for one delivery meet while it is in flight.
      { endpoints: [{ delayMs: [2_000, 5_000], failFirst: [0, 0] }] },
      async (installation) => {
        installation.client.setRate(RATE)
        await sleep(2_000)
        await Promise.all(installation.workers.map((worker) => worker.end('SIGTERM')))
        context.say('no worker is left')
        await sleep(context.runs * 1_000)
        await Promise.all(installation.workers.map((worker) => worker.start()))
        context.say('all workers are back')
        await sleep(2_000)
        const verdict = await finish(installation, context.say)
        return {
          figures: usualFigures(verdict),
          promises: [
            ...usualPromises(installation, verdict),
            promise('0 duplicates', verdict.duplicates === 0, verdict.duplicates),
          ],
        }
      },
    ),
}
