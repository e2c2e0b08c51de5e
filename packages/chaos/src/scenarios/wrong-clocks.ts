import type { Behaviour } from '@throughline/testkit/event-log/receiver'
import { promise, type Scenario } from '../scenario.js'
import { arrivals } from '../installation.js'
import { noDuplicates, underLoad } from '../usual-promises.js'

const RATE = 20
const SHIFT_MS = 600_000
/** Receivers reject timestamps that differ by 5 minutes. */
const TOLERATED_S = 5
const FAILING: Behaviour[] = [{ delayMs: [5, 50], failFirst: [0, 3] }]

export const wrongClocks: Scenario = {
  id: 'C8',
  title: 'clocks of APIs and workers wrong by 10 min, ahead and behind',
  counts: 'events',
  runs: { quick: 300, full: 1_200 },
  run: (context) =>
    underLoad(
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
      async (installation, { runs }) => {
        await installation.client.bring(runs, RATE)
        return async (verdict) => {
          const offSeconds = (await arrivals(installation)).map(({ timestamp, at }) =>
            Math.abs(at / 1_000 - timestamp),
          )
          const mostOff = Math.ceil(Math.max(...offSeconds))
          const retries = verdict.attempts - verdict.delivered
          return {
            figures: { retries },
            promises: [
              promise(
                'webhook-timestamp is correct',
                mostOff <= TOLERATED_S,
                `${mostOff} s off at most`,
              ),
              promise('there were retries', retries > 0, retries),
              noDuplicates(verdict),
            ],
          }
        }
      },
    ),
}
