import { writeFile } from 'node:fs/promises'
import { createRandom } from '@throughline/testkit/seeded-random'
import { describeMachine } from '../../machine.js'
import { startSite, type Site } from '../play/site.js'
import { CROWD, writeSection } from '../report/write-document.js'
import { createPlace } from '../world/place.js'
import { toCrowdMarkdown } from './crowd-markdown.js'
import { hasOneWinner, type CrowdReport, type Way } from './crowd-report.js'
import { measureRate } from './measure-rate.js'
import { race, type RaceResult } from './race.js'

export interface CrowdOptions {
  seed: number
  /** Of the rates, both together. */
  installs?: number
  /** A file that gets all figures. */
  save?: string
  /** Puts the figures into the document. */
  write?: boolean
}

const RACERS = 200
const INSTALLS = 6_000
const WAYS: readonly Way[] = ['referrer', 'signals']

/**
 * Many installs at once: on one click, and each on its own.
 *
 * @throws Error when a click had no winner, or more than one
 */
export async function runCrowd({ save, write, ...options }: CrowdOptions): Promise<void> {
  const site = await startSite()
  try {
    const report = await measureCrowd(site, options)
    if (save !== undefined) await writeFile(save, `${JSON.stringify(report, null, 2)}\n`)
    if (write === true) print(`written: ${await writeSection(CROWD, toCrowdMarkdown(report))}`)
    if (!report.races.every(hasOneWinner)) throw new Error('a click had not exactly one winner')
  } finally {
    await site.close()
  }
}

async function measureCrowd(
  site: Site,
  { seed, installs = INSTALLS }: Pick<CrowdOptions, 'seed' | 'installs'>,
): Promise<CrowdReport> {
  const machine = await describeMachine(site.pool)
  const place = createPlace({ random: createRandom(seed), index: 0, crowdTaps: 0, farmTaps: 0 })
  const report: CrowdReport = { machine, seed, races: [], rates: [] }
  for (const by of WAYS) {
    const result = await race(site, place, { installs: RACERS, by })
    report.races.push({ by, ...result })
    print(`${RACERS} installs at once on one click, by ${by}: ${describeRace(result)}`)
  }
  const each = Math.ceil(installs / WAYS.length)
  for (const by of WAYS) {
    print(`${each} people tap, and install by ${by}`)
    const rate = await measureRate(site, place, { installs: each, by })
    report.rates.push({ by, ...rate })
    print(
      `one API process, by ${by}: ${Math.round(rate.perSecond)} installs/s (${rate.matches} of ${rate.installs} matched), p50 ${rate.p50Ms.toFixed(1)} ms, p99 ${rate.p99Ms.toFixed(1)} ms`,
    )
  }
  return report
}

function describeRace(result: RaceResult): string {
  const { winners, stored, reasons } = result
  const { claims, attributions, events } = stored
  const others = Object.entries(reasons).map(([reason, times]) => `${reason} ${times}`)
  return `${winners} told of a match, ${claims} claim, ${attributions} attribution, ${events} event: ${hasOneWinner(result) ? 'one winner' : 'WRONG'}; the others ${others.join(', ')}`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
