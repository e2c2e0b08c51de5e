import type { ReceiverEntry } from '@throughline/testkit/event-log/entries'
import { readEventLog } from '@throughline/testkit/event-log/event-log-file'
import type { Behaviour } from '@throughline/testkit/event-log/receiver'
import { promise, type Scenario } from '../scenario.js'
import { finish, withInstallation } from '../installation.js'
import { usualFigures, usualPromises } from '../usual-promises.js'

const RATE = 20
const SHIFT_MS = 600_000
/** A receiver refuses what is 5 minutes off. */
const TOLERATED_S = 5
const FAILING: Behaviour[] = [{ delayMs: [5, 50], failFirst: [0, 3] }]

export const wrongClocks: Scenario = {
  id: 'C8',
  title: 'clocks wrong by 10 min, ahead and behind, between APIs and workers',
  counts: 'events',
  runs: { quick: 300, full: 1_200 },
  run: (context) =>
    withInstallation(
      context,
      {
        endpoints: FAILING,
        clockShiftMs: {
          'api-1': SHIFT_MS,
          'api-2': -SHIFT_MS,
          'worker-1': -SHIFT_MS,
          'worker-2': SHIFT_MS,
        },
      },
      async (installation) => {
        await installation.client.bring(context.runs, RATE)
        const verdict = await finish(installation, context.say)
        const arrivals = await readEventLog<ReceiverEntry>(installation.receiver.eventLog)
        const offSeconds = arrivals.map(({ timestamp, at }) => Math.abs(at / 1_000 - timestamp))
        const mostOff = Math.ceil(Math.max(...offSeconds))
        const retries = verdict.attempts - verdict.delivered
        return {
          figures: { ...usualFigures(verdict), retries },
          promises: [
            ...usualPromises(installation, verdict),
            promise(
              'webhook-timestamp is right',
              mostOff <= TOLERATED_S,
              `${mostOff} s off at most`,
            ),
            promise('there were retries', retries > 0, retries),
            promise('0 duplicates', verdict.duplicates === 0, verdict.duplicates),
          ],
        }
      },
    ),
}
