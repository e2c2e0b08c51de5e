import { writeFile } from 'node:fs/promises'
import { createRandom } from '@throughline/testkit/seeded-random'
import { describeMachine } from '../../machine.js'
import { startMatchingInstallation, type MatchingInstallation } from '../play/installation.js'
import { CONTENTION, writeSection } from '../report/write-document.js'
import { createPlace } from '../world/place.js'
import { toContentionMarkdown } from './contention-markdown.js'
import { hasOneWinner, type ContentionReport, type Way } from './contention-report.js'
import { measureRate } from './measure-rate.js'
import { race, type RaceResult } from './race.js'
import { print } from '../../print.js'

export interface ContentionOptions {
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
export async function runContention({ save, write, ...options }: ContentionOptions): Promise<void> {
  const installation = await startMatchingInstallation()
  try {
    const report = await measureContention(installation, options)
    if (save !== undefined) await writeFile(save, `${JSON.stringify(report, null, 2)}\n`)
    if (write === true)
      print(`written: ${await writeSection(CONTENTION, toContentionMarkdown(report))}`)
    if (!report.races.every(hasOneWinner)) throw new Error('a click had not exactly one winner')
  } finally {
    await installation.close()
  }
}

async function measureContention(
  installation: MatchingInstallation,
  { seed, installs = INSTALLS }: Pick<ContentionOptions, 'seed' | 'installs'>,
): Promise<ContentionReport> {
  const machine = await describeMachine(installation.pool)
  const place = createPlace({ random: createRandom(seed), index: 0, sharedIpTaps: 0, farmTaps: 0 })
  const report: ContentionReport = { machine, seed, races: [], rates: [] }
  for (const by of WAYS) {
    const result = await race(installation, place, { installs: RACERS, by })
    report.races.push({ by, ...result })
    print(`${RACERS} installs at once on one click, by ${by}: ${describeRace(result)}`)
  }
  const each = Math.ceil(installs / WAYS.length)
  for (const by of WAYS) {
    print(`${each} people tap, and install by ${by}`)
    const rate = await measureRate(installation, place, { installs: each, by })
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
