import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientEntry, ReceiverEntry } from '@throughline/testkit/ledger/entries'
import { percentiles } from '@throughline/testkit/ledger/judge'
import { readLedger } from '@throughline/testkit/ledger/ledger-file'
import { inFlightAtStops, onlyInFlightTwice, type Stop } from '../in-flight.js'
import { promise, type Scenario } from '../scenario.js'
import { finish, query, withTrial, type Trial } from '../trial.js'
import { usualFigures, usualPromises } from '../usual-promises.js'

const RATE = 20
const AWAY_MS = 15_000
const BETWEEN_MS = 8_000
/** The API answers 503 within 2 s; what more there is, is the machine's. */
const REFUSAL_LIMIT_MS = 2_250
const BACK_LIMIT_MS = 5_000

export const postgresRestart: Scenario = {
  id: 'C5',
  title: 'PostgreSQL stopped immediate, back after 15 s',
  counts: 'stops',
  runs: { quick: 2, full: 20 },
  run: (context) =>
    withTrial(context, {}, async (trial) => {
      const { random, runs, say } = context
      const { postgres } = trial.there.stores
      const aways: Away[] = []
      const stops: Stop[] = []
      trial.client.setRate(RATE)
      for (let stop = 1; stop <= runs; stop += 1) {
        await sleep(random.integer(BETWEEN_MS / 2, BETWEEN_MS))
        const from = Date.now()
        const leased = await findLeased(trial)
        await postgres.stop('immediate')
        stops.push({ from, gone: Date.now(), leased })
        await sleep(AWAY_MS)
        await postgres.start()
        aways.push({ from, to: Date.now() })
        say(`stop ${stop}`)
      }
      await sleep(BETWEEN_MS)
      trial.recoveries.push(...aways.map(({ to }) => to))
      const verdict = await finish(trial, say)
      const entries = await readLedger<ClientEntry>(trial.client.ledger)
      const acceptedAfter = aways.map(({ to }) => firstAcceptedAfter(entries, to))
      const deliveredAfter = verdict.recoveryMs.map((ms) => ms ?? Infinity)
      const refusals = entries
        .filter((entry) => entry.kind === 'refused')
        // Once it is back, all who have waited come at once.
        .filter(({ at, ms }) => aways.some(({ from, to }) => at - ms >= from && at <= to))
      const slowest = percentiles(refusals.map(({ ms }) => ms)).max
      const arrivals = await readLedger<ReceiverEntry>(trial.receiver.ledger)
      const inFlight = inFlightAtStops(stops, arrivals)
      const others = refusals.filter(({ code }) => code !== '503').map(({ code }) => code)
      return {
        figures: {
          ...usualFigures(verdict),
          'in flight at the stops': inFlight.length,
          'slowest refusal while away ms': slowest,
          'accepts again after, at most ms': Math.max(...acceptedAfter),
          'delivers again after, at most ms': Math.max(...deliveredAfter),
        },
        promises: [
          ...usualPromises(trial, verdict),
          onlyInFlightTwice(
            'nothing twice but what was in flight at a stop',
            verdict.duplicated,
            inFlight,
          ),
          promise('a refusal is 503, never a hang', others.length === 0, describe(others)),
          promise('refused within 2 s', slowest <= REFUSAL_LIMIT_MS, `${slowest} ms`),
          promise(
            'back within 5 s of the start',
            Math.max(...acceptedAfter, ...deliveredAfter) <= BACK_LIMIT_MS,
            `${Math.max(...acceptedAfter, ...deliveredAfter)} ms`,
          ),
        ],
      }
    }),
}

interface Away {
  from: number
  to: number
}

async function findLeased(trial: Trial): Promise<string[]> {
  const rows = await query<{ id: string }>(
    trial,
    'SELECT id FROM deliveries WHERE lease_token IS NOT NULL',
  )
  return rows.map(({ id }) => id)
}

function firstAcceptedAfter(entries: ClientEntry[], moment: number): number {
  const later = entries.flatMap((entry) =>
    entry.kind === 'accepted' && entry.at >= moment ? [entry.at - moment] : [],
  )
  return later.length === 0 ? Infinity : Math.min(...later)
}

function describe(codes: string[]): string {
  return codes.length === 0 ? '0 others' : `${codes.length}: ${[...new Set(codes)].join(', ')}`
}
