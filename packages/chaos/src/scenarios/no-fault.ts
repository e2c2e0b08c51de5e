import { promise, type Scenario } from '../scenario.js'
import { finish, withTrial } from '../trial.js'
import { usualFigures, usualPromises } from '../usual-promises.js'

// What one API beside three workers bears on two cores that others use, too.
const RATE = 60
/** 20 s. */
const SAID_EVERY = 20 * RATE

export const noFault: Scenario = {
  id: 'C1',
  title: 'no fault, 3 workers',
  counts: 'events',
  runs: { quick: 3_000, full: 20_000 },
  run: (context) =>
    withTrial(context, { endpoints: [{ delayMs: [0, 20], failFirst: [0, 0] }] }, async (trial) => {
      for (let toCome = context.runs; toCome > 0; toCome -= SAID_EVERY) {
        context.say(`${toCome} are to come`)
        await trial.client.bring(Math.min(toCome, SAID_EVERY), RATE)
      }
      const verdict = await finish(trial, context.say)
      const { duplicates, refused, latencyMs } = verdict
      return {
        figures: {
          ...usualFigures(verdict),
          'accept to arrival, p50 ms': latencyMs.p50,
          'p99 ms': latencyMs.p99,
        },
        promises: [
          ...usualPromises(trial, verdict),
          promise('0 duplicates', duplicates === 0, duplicates),
          promise('no refusal', refused === 0, refused),
        ],
      }
    }),
}
