import { setTimeout as sleep } from 'node:timers/promises'
import type { ReceiverEntry } from '@throughline/testkit/event-log/entries'
import type { Behaviour } from '@throughline/testkit/event-log/receiver'
import type { RedisStore } from '@throughline/testkit/installation/stores'
import { promise, type Promised, type RunContext, type Scenario } from '../scenario.js'
import { arrivals, drain, query, type ChaosInstallation } from '../installation.js'
import { noDuplicates, underLoad } from '../usual-promises.js'

const RATE = 30
/** More than the workers can send, so that jobs are waiting when Redis stops. */
const BURST_RATE = 120
const BURST_MS = 2_500
const FIRST_AFTER_OUTAGE_MS = 10_000
const FIRST_AFTER_WIPE_MS = 30_000
/** Long enough for a sweep and all waiting deliveries. */
const CALM_AGAIN_MS = 90_000
/** Few slots and a slow receiver, so that jobs wait in the queue: an outage can lose only those. */
const SLOTS = { DELIVERY_CONCURRENCY: '8', DELIVERY_MAX_PER_WEBHOOK: '8' }
const SLOW: Behaviour[] = [{ delayMs: [150, 350], failFirst: [0, 0] }]

interface Harm {
  name: string
  limitMs: number
  run: (redis: RedisStore) => Promise<void>
}

const HARMS: Harm[] = [
  away('stopped 20 s', 20_000),
  away('stopped 120 s', 120_000),
  {
    name: 'killed in a burst',
    limitMs: FIRST_AFTER_OUTAGE_MS,
    run: async (redis) => {
      await redis.stop('immediate')
      await redis.start()
    },
  },
  {
    name: 'FLUSHALL',
    limitMs: FIRST_AFTER_WIPE_MS,
    run: (redis) => redis.wipe(),
  },
  {
    name: 'empty restart',
    limitMs: FIRST_AFTER_WIPE_MS,
    run: async (redis) => {
      await redis.forget()
      await redis.start()
    },
  },
]

export const redisAway: Scenario = {
  id: 'C4',
  title: 'Redis stopped 20 s and 120 s, killed in a burst, FLUSHALL, empty restart',
  counts: 'of five faults',
  backends: ['redis'],
  redis: ['single'],
  runs: { quick: 3, full: 5 },
  run: (context) =>
    underLoad(
      context,
      { apis: 1, workers: 2, env: SLOTS, endpoints: SLOW },
      async (installation) => {
        const harmed: Harmed[] = []
        for (const harm of HARMS.slice(-context.runs)) {
          harmed.push(await doHarm(harm, installation, context))
          installation.client.setRate(0)
          await drain(installation, { withinMs: CALM_AGAIN_MS })
        }
        return async (verdict) => {
          const all = await arrivals(installation)
          const waits = harmed.map((one) => ({ ...one, waitMs: firstOf(one, all) }))
          const figures = waits.map(
            ({ harm, stranded, waitMs }) =>
              [`${harm.name}: first delivery ms`, `${waitMs} (${stranded.length} waited)`] as const,
          )
          return {
            figures: Object.fromEntries(figures),
            promises: [
              promise(
                'the API accepts every request',
                verdict.refused === 0,
                `${verdict.refused} rejected`,
              ),
              noDuplicates(verdict),
              ...waits.map(firstInTime),
            ],
          }
        }
      },
    ),
}

interface Harmed {
  harm: Harm
  back: number
  /** Returns the deliveries that were due and not leased. */
  stranded: string[]
}

async function doHarm(
  harm: Harm,
  installation: ChaosInstallation,
  { say }: RunContext,
): Promise<Harmed> {
  const { redis } = installation
  if (redis === null) throw new Error('This scenario needs Redis')
  installation.client.setRate(BURST_RATE)
  await sleep(BURST_MS)
  installation.client.setRate(RATE / 3)
  await harm.run(redis)
  const back = Date.now()
  const rows = await query<{ id: string }>(
    installation,
    `SELECT id FROM deliveries
      WHERE due_at <= clock_timestamp() AND (lease_until IS NULL OR lease_until <= clock_timestamp())`,
  )
  say(`${harm.name}: ${rows.length} deliveries wait`)
  return { harm, back, stranded: rows.map(({ id }) => id) }
}

function firstOf({ back, stranded }: Harmed, all: ReceiverEntry[]): number {
  const ids = new Set(stranded)
  const times = all.flatMap(({ deliveryId, at }) => (ids.has(deliveryId) ? [at - back] : []))
  return times.length === 0 ? Infinity : Math.max(0, Math.min(...times))
}

function firstInTime({ harm, stranded, waitMs }: Harmed & { waitMs: number }): Promised {
  return promise(
    `${harm.name}: the first waiting delivery is sent within ${harm.limitMs / 1_000} s`,
    stranded.length > 0 && waitMs <= harm.limitMs,
    stranded.length === 0 ? 'none waited' : `${waitMs} ms`,
  )
}

function away(name: string, awayMs: number): Harm {
  return {
    name,
    limitMs: FIRST_AFTER_OUTAGE_MS,
    run: async (redis) => {
      await redis.stop('clean')
      await sleep(awayMs)
      await redis.start()
    },
  }
}
