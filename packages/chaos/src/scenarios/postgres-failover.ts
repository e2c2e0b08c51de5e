import { setTimeout as sleep } from 'node:timers/promises'
import { migrateAll } from '@throughline/testkit/installation/stores'
import { missingHaproxy } from '../haproxy.js'
import { findLeased, inFlightAtStops, onlyInFlightTwice, type Stop } from '../in-flight.js'
import { arrivals, clientEntries, type ChaosInstallation } from '../installation.js'
import { firstAcceptedAfter } from '../outages.js'
import { missingPostgres } from '../postgres-server.js'
import { startReplicatedPostgres, type ReplicatedPostgres } from '../replicated-postgres.js'
import { promise, type RunContext, type Scenario } from '../scenario.js'
import { underLoad, type FindOwn } from '../usual-promises.js'

const RATE = 20
const BETWEEN_MS = 8_000
/** HAProxy needs up to 2 s to find the new primary. */
const BACK_LIMIT_MS = 10_000
const DATABASE = 'throughline'

export const postgresFailover: Scenario = {
  id: 'C19',
  title: 'PostgreSQL fails over to a synchronous standby behind HAProxy',
  counts: 'failovers',
  missing: () => missingPostgres() ?? missingHaproxy(),
  runs: { quick: 0, full: 10 },
  run: async (context) => {
    const postgres = await startReplicatedPostgres()
    try {
      const databaseUrl = postgres.url(DATABASE)
      await migrateAll(databaseUrl)
      return await underLoad(context, { databaseUrl }, (installation) => {
        installation.onClose(postgres.close)
        return failOverRepeatedly(installation, postgres, context)
      })
    } finally {
      await postgres.close()
    }
  },
}

async function failOverRepeatedly(
  installation: ChaosInstallation,
  postgres: ReplicatedPostgres,
  { random, runs, say }: RunContext,
): Promise<FindOwn> {
  const stops: Stop[] = []
  installation.client.setRate(RATE)
  for (let run = 1; run <= runs; run += 1) {
    if (run > 1) await postgres.rebuildStandby()
    await sleep(random.integer(BETWEEN_MS / 2, BETWEEN_MS))
    const leased = await findLeased(installation)
    const from = Date.now()
    const { gone } = await postgres.failOver()
    const promoted = Date.now()
    stops.push({ from, gone, leased })
    installation.recoveries.push(promoted)
    say(`failover ${run}: promoted ${promoted - gone} ms after the primary was gone`)
    await sleep(BETWEEN_MS)
  }
  return async (verdict) => {
    const entries = await clientEntries(installation)
    const acceptedAfter = installation.recoveries.map((at) => firstAcceptedAfter(entries, at))
    const deliveredAfter = verdict.recoveryMs.map((ms) => ms ?? Infinity)
    const slowest = Math.max(...acceptedAfter, ...deliveredAfter)
    const inFlight = inFlightAtStops(stops, await arrivals(installation))
    return {
      figures: {
        'in flight at the failovers': inFlight.length,
        'accepts again after, at most ms': Math.max(...acceptedAfter),
        'delivers again after, at most ms': Math.max(...deliveredAfter),
      },
      promises: [
        onlyInFlightTwice(
          'only deliveries in flight at a failover arrive twice',
          verdict.duplicated,
          inFlight,
        ),
        promise(
          'the service accepts and delivers within 10 s of the promotion',
          slowest <= BACK_LIMIT_MS,
          `${slowest} ms`,
        ),
      ],
    }
  }
}
