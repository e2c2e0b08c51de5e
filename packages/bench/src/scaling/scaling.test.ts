import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { createRandom } from '@throughline/testkit/seeded-random'
import { isScalingFull } from '@throughline/testkit/test-env'
import { MIXES, type Mix } from './costs.js'
import { createEventLoop } from './event-loop.js'
import {
  MACHINES_HEAD,
  machineRow,
  RATES,
  SIMULATION_HEAD,
  simulationRow,
  SIZES_HEAD,
  sizeRow,
  table,
} from './run-scaling.js'
import { simulate } from './simulate.js'
import { loadOf, sizesFor } from './size-parts.js'
import { createBatches, createStation } from './stations.js'

const page = readFileSync(new URL('../../../../docs/scaling.md', import.meta.url), 'utf8')
/** The formatter pads cells. */
const withoutPadding = (text: string) => text.replaceAll(/ *\| */g, '|').replaceAll(/-{3,}/g, '---')

const [, installs] = MIXES as [Mix, Mix]
/** Larger ones take seconds. */
const SMALL = 60_000

describe('the event loop', () => {
  it('runs events in the order of their times, then in that of their addition', () => {
    const loop = createEventLoop()
    const ran: string[] = []
    for (const [name, micros] of [
      ['c', 3],
      ['a', 1],
      ['d', 3],
      ['late', 11],
      ['b', 2],
    ] as const)
      loop.after(micros, () => ran.push(name))
    loop.runUntil(10)
    expect(ran).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('a station', () => {
  it('has the mean wait of queueing theory with one core and random arrivals', () => {
    const loop = createEventLoop()
    const random = createRandom(1)
    const station = createStation(loop, 1)
    const exponential = (mean: number) => -Math.log(1 - random.next()) * mean
    let [served, totalMicros] = [0, 0]
    const arrive = () => {
      const at = loop.now()
      station.serve(exponential(70), () => {
        served += 1
        totalMicros += loop.now() - at
      })
      loop.after(exponential(100), arrive)
    }
    arrive()
    loop.runUntil(20e6)
    // M/M/1: the time in the system is service ÷ (1 − use).
    expect(totalMicros / served / (70 / 0.3)).toBeCloseTo(1, 1)
    expect(station.busyMicros() / 20e6).toBeCloseTo(0.7, 2)
  })
})

describe('batches', () => {
  it('have one statement in flight, whose successor takes what arrived meanwhile', () => {
    const loop = createEventLoop()
    const sizes: number[] = []
    const batches = createBatches(loop, {
      maxRows: 3,
      waitMicros: 0,
      run: (micros, done) => {
        sizes.push(micros)
        loop.after(100, done)
      },
    })
    for (let row = 0; row < 6; row += 1) batches.add(1, () => undefined)
    loop.runUntil(1_000)
    expect(sizes).toEqual([1, 3, 2])
  })
})

describe('the simulation', () => {
  const run = (seed: number, apis?: number) => {
    const sizes = sizesFor(loadOf(installs, SMALL))
    return simulate({
      mix: installs,
      eventsPerMinute: SMALL,
      seconds: 3,
      random: createRandom(seed),
      sizes: { ...sizes, apis: apis ?? sizes.apis },
    })
  }

  it('is the same for the same seed, and differs for another', () => {
    expect(run(7)).toEqual(run(7))
    expect(run(8)).not.toEqual(run(7))
  })

  it('shows parts that are too small', () => {
    const [enough, tooFew] = [run(7), run(7, 1)]
    expect(enough.use.api).toBeLessThan(0.5)
    expect(tooFew.use.api).toBeGreaterThan(0.75)
    expect(tooFew.install.p99Ms).toBeGreaterThan(3 * enough.install.p99Ms)
  })
})

describe('docs/scaling.md', () => {
  const has = (head: string[], row: string[]) => {
    const text = withoutPadding(page)
    expect(text).toContain(withoutPadding(table(head, []).split('\n')[0] ?? ''))
    expect(text).toContain(withoutPadding(`| ${row.join(' | ')} |`))
  }

  it.each(MIXES)('has what machines carry of the mix $name', (mix) => {
    has(MACHINES_HEAD, machineRow(mix))
  })

  it.each(MIXES.flatMap((mix) => RATES.map((rate) => ({ mix, rate, name: mix.name }))))(
    'has the sizes for $rate events a minute of the mix $name',
    ({ mix, rate }) => has(SIZES_HEAD, sizeRow(mix, rate)),
  )

  const simulated = RATES.filter((rate) => isScalingFull() || rate < SMALL)

  it.each(MIXES.flatMap((mix) => simulated.map((rate) => ({ mix, rate, name: mix.name }))))(
    'has the simulation of $rate events a minute of the mix $name',
    ({ mix, rate }) => has(SIMULATION_HEAD, simulationRow(mix, rate, 1)),
  )
})
