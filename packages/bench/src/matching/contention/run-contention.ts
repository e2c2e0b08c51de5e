import { writeFile } from 'node:fs/promises'
import { createRandom } from '@throughline/testkit/seeded-random'
import { describeMachine } from '../../machine.js'
import { startMatchingInstallation, type MatchingInstallation } from '../simulate/installation.js'
import { CONTENTION, writeSection } from '../report/write-document.js'
import { createPlace } from '../world/place.js'
import {
  hasOneWinner,
  toContentionMarkdown,
  type ContentionReport,
  type Way,
} from './contention-report.js'
import { measureRate } from './measure-rate.js'
import { race } from './race.js'
import { print } from '../../print.js'

export interface ContentionOptions {
  seed: number
  installs?: number
  save?: string
  write?: boolean
}

const RACERS = 200
const INSTALLS = 6_000
const WAYS: readonly Way[] = ['referrer', 'signals']

/** Runs concurrent installs: all for one click, then each for its own. @throws Error unless a click has one winner */
export async function runContention({ save, write, ...options }: ContentionOptions): Promise<void> {
  const installation = await startMatchingInstallation()
  try {
    const report = await measureContention(installation, options)
    const markdown = toContentionMarkdown(report)
    print(markdown)
    if (save !== undefined) await writeFile(save, `${JSON.stringify(report, null, 2)}\n`)
    if (write === true) print(`written: ${await writeSection(CONTENTION, markdown)}`)
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
  const place = createPlace({
    random: createRandom(seed),
    index: 0,
    sharedIpClicks: 0,
    farmClicks: 0,
  })
  const report: ContentionReport = { machine, seed, races: [], rates: [] }
  for (const by of WAYS) {
    const result = await race(installation, place, { installs: RACERS, by })
    report.races.push({ by, ...result })
  }
  const each = Math.ceil(installs / WAYS.length)
  for (const by of WAYS) {
    print(`${each} people click, and install by ${by}`)
    const rate = await measureRate(installation, place, { installs: each, by })
    report.rates.push({ by, ...rate })
  }
  return report
}
