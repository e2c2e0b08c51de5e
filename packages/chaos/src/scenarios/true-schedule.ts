import type { ReceiverEntry } from '@throughline/testkit/event-log/entries'
import type { Behaviour } from '@throughline/testkit/event-log/receiver'
import { promise, type Promised, type Scenario } from '../scenario.js'
import {
  arrivals as arrivalsAt,
  drain,
  finish,
  query,
  withInstallation,
  type ChaosInstallation,
} from '../installation.js'
import { everyoneAccepted } from '../usual-promises.js'

/** The schedule in production: 60 s, 4 min, 16 min. */
const RETRY_BASE_MS = 60_000
const SCHEDULE_MS = [RETRY_BASE_MS, 4 * RETRY_BASE_MS, 16 * RETRY_BASE_MS]
const WITHIN_MS = 30 * 60_000
/** "Normally within 2 s" of its time. */
const LATE_MS = 2_000

const LAST_CHANCE: Behaviour = { delayMs: [5, 20], failFirst: [3, 3] }
const HOPELESS: Behaviour = { delayMs: [5, 20], failFirst: [9, 9] }

export const trueSchedule: Scenario = {
  id: 'C12',
  title: 'the full retry schedule in real time',
  counts: 'events',
  runs: { quick: 0, full: 10 },
  run: (context) =>
    withInstallation(
      context,
      {
        apis: 1,
        workers: 1,
        endpoints: [LAST_CHANCE, HOPELESS],
        env: { RETRY_BASE_MS: String(RETRY_BASE_MS) },
      },
      async (installation) => {
        await installation.client.bring(context.runs, 1)
        context.say('the last attempts come after 21 minutes')
        await drain(installation, { withinMs: WITHIN_MS })
        const verdict = await finish(installation, context.say)
        const arrivals = await arrivalsAt(installation)
        return {
          figures: {
            accepted: verdict.accepted,
            ...latenessByRetry(arrivals),
          },
          promises: [everyoneAccepted(verdict), ...(await verifySchedule(installation, arrivals))],
        }
      },
    ),
}

async function verifySchedule(
  installation: ChaosInstallation,
  arrivals: ReceiverEntry[],
): Promise<Promised[]> {
  const late = gaps(arrivals).map(({ gapMs, retry }) => gapMs - (SCHEDULE_MS[retry - 1] ?? 0))
  const [least, most] = [Math.min(...late), Math.max(...late)]
  const ends = await query<{ endpoint: number; state: string; attempts: number; n: number }>(
    installation,
    `SELECT webhook_id AS endpoint, state, attempts_made AS attempts, count(*)::integer AS n
       FROM deliveries GROUP BY 1, 2, 3 ORDER BY 1`,
  )
  const found = ends.map(({ state, attempts, n }) => `${n} ${state} after ${attempts}`).join(', ')
  const isFour = ends.every(({ attempts }) => attempts === 4)
  const states = ends.map(({ state }) => state)
  return [
    promise('no retry starts early', least >= 0, `${least} ms after its time at the least`),
    promise(
      'each retry starts at most 2 s late',
      most <= LATE_MS,
      `${most} ms after it at the most`,
    ),
    promise('exactly four attempts', isFour, found),
    promise(
      'the fourth attempt succeeds, or the delivery is failed',
      states.join() === 'succeeded,failed',
      found,
    ),
  ]
}

function latenessByRetry(arrivals: ReceiverEntry[]): Record<string, string> {
  const all = gaps(arrivals)
  return Object.fromEntries(
    SCHEDULE_MS.map((dueMs, index) => {
      const seconds = all
        .filter(({ retry }) => retry === index + 1)
        .map(({ gapMs }) => gapMs / 1_000)
        .toSorted((a, b) => a - b)
      const range = `${seconds[0]?.toFixed(3) ?? '–'} to ${seconds.at(-1)?.toFixed(3) ?? '–'} s`
      return [`retry ${index + 1}, due after ${dueMs / 1_000} s`, `${range} (${seconds.length})`]
    }),
  )
}

/** Delays from the response of each failed attempt to the arrival of the next. */
function gaps(arrivals: ReceiverEntry[]): { retry: number; gapMs: number }[] {
  return arrivals.flatMap((entry) => {
    const before = arrivals.find(
      ({ deliveryId, attempt }) => deliveryId === entry.deliveryId && attempt === entry.attempt - 1,
    )
    return before === undefined
      ? []
      : [{ retry: before.attempt, gapMs: entry.at - before.answeredAt }]
  })
}
