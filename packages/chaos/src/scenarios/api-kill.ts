import { setTimeout as sleep } from 'node:timers/promises'
import type { Scenario } from '../scenario.js'
import { noDuplicates, underLoad } from '../usual-promises.js'

const RATE = 40
const BETWEEN_MS = 2_000

export const apiKill: Scenario = {
  id: 'C3',
  title: 'an API killed under load',
  counts: 'kills',
  runs: { quick: 15, full: 100 },
  run: (context) =>
    underLoad(context, {}, async (installation, { random, runs, say }) => {
      installation.client.setRate(RATE)
      for (let kill = 1; kill <= runs; kill += 1) {
        await sleep(random.integer(BETWEEN_MS / 2, BETWEEN_MS * 1.5))
        const api = random.pick(installation.apis)
        await api.kill()
        await sleep(random.integer(0, 500))
        await api.start()
        if (kill % 10 === 0) say(`${kill} kills`)
      }
      return (verdict) => ({ promises: [noDuplicates(verdict)] })
    }),
}
