import { writeFile } from 'node:fs/promises'
import { createRandom } from '@throughline/testkit/seeded-random'
import { describeMachine } from '../../machine.js'
import { startSite } from '../play/site.js'
import { createPlace } from '../world/place.js'
import { measureRate } from './measure-rate.js'
import { race, type RaceResult } from './race.js'

export interface CrowdOptions {
  seed: number
  /** Of the rates, both together. */
  installs: number
  save?: string
}

const RACERS = 200
const WAYS = ['referrer', 'signals'] as const

/** Many installs at once: on one click, and each on its own. */
export async function runCrowd({ seed, installs, save }: CrowdOptions): Promise<void> {
  const site = await startSite()
  try {
    const machine = await describeMachine(site.pool)
    const place = createPlace({ random: createRandom(seed), index: 0, crowdTaps: 0, farmTaps: 0 })
    const races = []
    const rates = []
    for (const by of WAYS) {
      const result = await race(site, place, { installs: RACERS, by })
      races.push({ by, ...result })
      print(`${RACERS} installs at once on one click, by ${by}: ${describeRace(result)}`)
    }
    for (const by of WAYS) {
      const rate = await measureRate(site, place, {
        installs: Math.ceil(installs / WAYS.length),
        by,
      })
      rates.push({ by, ...rate })
      print(
        `one API process, by ${by}: ${Math.round(rate.perSecond)} installs/s (${rate.matches} of ${rate.installs} matched), p50 ${rate.p50Ms.toFixed(1)} ms, p99 ${rate.p99Ms.toFixed(1)} ms`,
      )
    }
    const result = { machine, seed, races, rates }
    if (save !== undefined) await writeFile(save, `${JSON.stringify(result, null, 2)}\n`)
  } finally {
    await site.close()
  }
}

function describeRace({ winners, stored, reasons }: RaceResult): string {
  const { claims, attributions, events } = stored
  const isRight = [winners, claims, attributions, events].every((number) => number === 1)
  const others = Object.entries(reasons).map(([reason, times]) => `${reason} ${times}`)
  return `${winners} told of a match, ${claims} claim, ${attributions} attribution, ${events} event: ${isRight ? 'one winner' : 'WRONG'}; the others ${others.join(', ')}`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
