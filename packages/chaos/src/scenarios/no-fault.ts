import { setTimeout as sleep } from 'node:timers/promises'
import { promise, type Scenario } from '../scenario.js'
import { finish, usualFigures, usualPromises, withTrial } from '../trial.js'

// What one API beside three workers bears on two cores that others use, too.
const RATE = 60

export const noFault: Scenario = {
  id: 'C1',
  title: 'no fault, 3 workers',
  counts: 'events',
  runs: { quick: 3_000, full: 20_000 },
  run: (context) =>
    withTrial(context, { endpoints: [{ delayMs: [0, 20], failFirst: [0, 0] }] }, async (trial) => {
      trial.client.setRate(RATE)
      const untilMs = performance.now() + (context.runs / RATE) * 1_000
      while (performance.now() < untilMs) {
        await sleep(Math.min(20_000, untilMs - performance.now() + 1))
        context.say(`${Math.max(0, Math.round((untilMs - performance.now()) / 1_000))} s to go`)
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
