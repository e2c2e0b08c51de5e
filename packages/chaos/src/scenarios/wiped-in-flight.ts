import { setTimeout as sleep } from 'node:timers/promises'
import type { Behaviour } from '@throughline/testkit/event-log/receiver'
import type { Scenario } from '../scenario.js'
import { noDuplicates, underLoad } from '../usual-promises.js'

const RATE = 20
/** Longer than the 15 s after which the sweeper considers a job lost, plus the next sweep. */
const SLOW: Behaviour[] = [{ delayMs: [20_000, 22_000], failFirst: [0, 0] }]
const TIMEOUT = { DELIVERY_TIMEOUT_MS: '40000' }
const UNTIL_IN_FLIGHT_MS = 2_000

/** The sweeper finds due rows without a job. Only their leases say that an attempt is in flight. */
export const wipedInFlight: Scenario = {
  id: 'C16',
  title: 'FLUSHALL while slow attempts are in flight',
  counts: 'deliveries',
  backends: ['redis'],
  redis: ['single'],
  runs: { quick: 20, full: 80 },
  run: (context) =>
    underLoad(
      context,
      { apis: 1, env: TIMEOUT, endpoints: SLOW },
      async ({ client, redis }, { runs, say }) => {
        await client.bring(runs, RATE)
        await sleep(UNTIL_IN_FLIGHT_MS)
        await redis?.wipe()
        say('all jobs are gone')
        return (verdict) => ({ promises: [noDuplicates(verdict)] })
      },
    ),
}
