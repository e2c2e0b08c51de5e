import { promise, type Scenario } from '../scenario.js'
import { noDuplicates, underLoad } from '../usual-promises.js'

// A rate that one API with three workers sustains on two shared cores.
const RATE = 60
const SAID_EVERY = 20 * RATE

export const noFault: Scenario = {
  id: 'C1',
  title: 'no fault, 3 workers',
  counts: 'events',
  runs: { quick: 3_000, full: 20_000 },
  run: (context) =>
    underLoad(
      context,
      { endpoints: [{ delayMs: [0, 20], failFirst: [0, 0] }] },
      async ({ client }) => {
        for (let toCome = context.runs; toCome > 0; toCome -= SAID_EVERY) {
          context.say(`${toCome} are to come`)
          await client.bring(Math.min(toCome, SAID_EVERY), RATE)
        }
        return (verdict) => ({
          figures: {
            'accept to arrival, p50 ms': verdict.latencyMs.p50,
            'p99 ms': verdict.latencyMs.p99,
          },
          promises: [
            noDuplicates(verdict),
            promise('no request is rejected', verdict.refused === 0, verdict.refused),
          ],
        })
      },
    ),
}
