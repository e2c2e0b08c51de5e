import { setTimeout as sleep } from 'node:timers/promises'
import { percentiles } from '@throughline/testkit/event-log/verifier'
import { findLeased, inFlightAtStops, onlyInFlightTwice, type Stop } from '../in-flight.js'
import { firstAcceptedAfter, overlaps, type Outage } from '../outages.js'
import { promise, type Scenario } from '../scenario.js'
import { arrivals, clientEntries } from '../installation.js'
import { underLoad } from '../usual-promises.js'

const RATE = 20
const AWAY_MS = 15_000
const BETWEEN_MS = 8_000
/** The API's promised limit. */
const REFUSAL_LIMIT_MS = 2_000
/** The client shares two cores with the services that it measures, so it may read a response late. */
const CLIENT_SLACK_MS = 250
const BACK_LIMIT_MS = 5_000

export const postgresRestart: Scenario = {
  id: 'C5',
  title: 'PostgreSQL stopped in immediate mode, back after 15 s',
  counts: 'stops',
  runs: { quick: 2, full: 20 },
  run: (context) =>
    underLoad(context, {}, async (installation, { random, runs, say }) => {
      const { postgres } = installation
      const aways: Outage[] = []
      const stops: Stop[] = []
      installation.client.setRate(RATE)
      for (let stop = 1; stop <= runs; stop += 1) {
        await sleep(random.integer(BETWEEN_MS / 2, BETWEEN_MS))
        const from = Date.now()
        const leased = await findLeased(installation)
        await postgres.stop('immediate')
        stops.push({ from, gone: Date.now(), leased })
        await sleep(AWAY_MS)
        await postgres.start()
        aways.push({ from, to: Date.now() })
        say(`stop ${stop}`)
      }
      await sleep(BETWEEN_MS)
      installation.recoveries.push(...aways.map(({ to }) => to))
      return async (verdict) => {
        const entries = await clientEntries(installation)
        const acceptedAfter = aways.map(({ to }) => firstAcceptedAfter(entries, to))
        const deliveredAfter = verdict.recoveryMs.map((ms) => ms ?? Infinity)
        const met = overlaps(entries, aways)
        const slowest = percentiles(met.map(({ ms }) => ms)).max
        const inFlight = inFlightAtStops(stops, await arrivals(installation))
        const others = met.flatMap(({ code }) => (code === null || code === '503' ? [] : [code]))
        return {
          figures: {
            'in flight at the stops': inFlight.length,
            'slowest response during the outage ms': slowest,
            'accepts again after, at most ms': Math.max(...acceptedAfter),
            'delivers again after, at most ms': Math.max(...deliveredAfter),
          },
          promises: [
            onlyInFlightTwice(
              'only deliveries in flight at a stop arrive twice',
              verdict.duplicated,
              inFlight,
            ),
            promise(
              'each rejected request gets 503, none hangs',
              others.length === 0,
              describe(others),
            ),
            promise(
              `each request gets a response within 2 s (+ ${CLIENT_SLACK_MS} ms for the client), also those in flight at the stop`,
              slowest <= REFUSAL_LIMIT_MS + CLIENT_SLACK_MS,
              `${slowest} ms, ${met.length} requests`,
            ),
            promise(
              'the service accepts and delivers within 5 s of the start',
              Math.max(...acceptedAfter, ...deliveredAfter) <= BACK_LIMIT_MS,
              `${Math.max(...acceptedAfter, ...deliveredAfter)} ms`,
            ),
          ],
        }
      }
    }),
}

function describe(codes: string[]): string {
  return codes.length === 0 ? '0 others' : `${codes.length}: ${[...new Set(codes)].join(', ')}`
}
