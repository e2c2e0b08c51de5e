import { promise, type Scenario } from '../scenario.js'
import { finish, withInstallation } from '../installation.js'
import { usualFigures, usualPromises } from '../usual-promises.js'

// What one API beside three workers bears on two cores that others use, too.
const RATE = 60
const SAID_EVERY = 20 * RATE

export const noFault: Scenario = {
  id: 'C1',
  title: 'no fault, 3 workers',
  counts: 'events',
  runs: { quick: 3_000, full: 20_000 },
  run: (context) =>
    withInstallation(
      context,
      { endpoints: [{ delayMs: [0, 20], failFirst: [0, 0] }] },
      async (installation) => {
        for (let toCome = context.runs; toCome > 0; toCome -= SAID_EVERY) {
          context.say(`${toCome} are to come`)
          await installation.client.bring(Math.min(toCome, SAID_EVERY), RATE)
        }
        const verdict = await finish(installation, context.say)
        const { duplicates, refused, latencyMs } = verdict
        return {
          figures: {
            ...usualFigures(verdict),
            'accept to arrival, p50 ms': latencyMs.p50,
            'p99 ms': latencyMs.p99,
          },
          promises: [
            ...usualPromises(installation, verdict),
            promise('0 duplicates', duplicates === 0, duplicates),
            promise('no refusal', refused === 0, refused),
          ],
        }
      },
    ),
}
