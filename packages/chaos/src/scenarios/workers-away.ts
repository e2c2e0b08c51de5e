import { setTimeout as sleep } from 'node:timers/promises'
import { promise, type Scenario } from '../scenario.js'
import { finish, usualFigures, usualPromises, withTrial } from '../trial.js'

const RATE = 40

export const workersAway: Scenario = {
  id: 'C13',
  title: 'no worker for a while, then all of them before a backlog',
  counts: 's without',
  runs: { quick: 25, full: 60 },
  run: (context) =>
    withTrial(
      context,
      // Slow and narrow, so that the backlog is still there when the sweeper adds second jobs for it.
      {
        endpoints: [{ delayMs: [200, 600], failFirst: [0, 0] }],
        env: { DELIVERY_CONCURRENCY: '12', DELIVERY_MAX_PER_WEBHOOK: '12' },
      },
      async (trial) => {
        trial.client.setRate(RATE)
        await sleep(2_000)
        await Promise.all(trial.there.workers.map((worker) => worker.end('SIGTERM')))
        context.say('no worker is left')
        await sleep(context.runs * 1_000)
        await Promise.all(trial.there.workers.map((worker) => worker.start()))
        context.say('all workers are back')
        await sleep(2_000)
        const verdict = await finish(trial, context.say)
        return {
          figures: usualFigures(verdict),
          promises: [
            ...usualPromises(trial, verdict),
            promise('0 duplicates', verdict.duplicates === 0, verdict.duplicates),
          ],
        }
      },
    ),
}
