import { setTimeout as sleep } from 'node:timers/promises'
import { promise, type Scenario } from '../scenario.js'
import { clientEntries } from '../installation.js'
import { noDuplicates, underLoad } from '../usual-promises.js'

const RATE = 30
const PAUSE_MS = 500

export const rolling: Scenario = {
  id: 'C6',
  title: 'SIGTERM to 3 workers and 2 APIs in turn, under load',
  counts: 'rounds',
  runs: { quick: 2, full: 50 },
  run: (context) =>
    underLoad(context, {}, async (installation, { random, runs, say }) => {
      const { workers, apis } = installation
      const codes: (number | string)[] = []
      installation.client.setRate(RATE)
      await sleep(1_000)
      for (let round = 1; round <= runs; round += 1) {
        for (const service of [...workers, ...apis]) {
          codes.push(await service.end('SIGTERM'))
          await service.start()
          await sleep(random.integer(0, PAUSE_MS))
        }
        say(`round ${round}`)
      }
      return async (verdict) => {
        const entries = await clientEntries(installation)
        const refusals = entries.filter((entry) => entry.kind === 'refused')
        const errors = refusals.filter(({ isReused }) => isReused).map(({ code }) => code)
        // A load balancer sends a request to the next server if a new connection fails.
        const fresh = refusals.filter(({ isReused, code }) => !isReused && code !== 'ECONNREFUSED')
        const bad = codes.filter((code) => code !== 0)
        return {
          figures: { stops: codes.length, 'errors of new connections': fresh.length },
          promises: [
            noDuplicates(verdict),
            promise(
              'each process exits with code 0',
              bad.length === 0,
              bad.length === 0 ? 0 : bad.join(', '),
            ),
            promise(
              'no client error on keep-alive connections',
              errors.length === 0,
              errors.length === 0 ? 0 : `${errors.length}: ${[...new Set(errors)].join(', ')}`,
            ),
          ],
        }
      }
    }),
}
