import { writeFile } from 'node:fs/promises'
import { openDatabase } from '@throughline/db/connection/database'
import { startMatchingInstallation } from '../play/installation.js'
import { SCALE, writeSection } from '../report/write-document.js'
import type { Waits } from './measure-matches.js'
import { measureScale } from './measure-scale.js'
import { scaleAimsOf, type SizeCosts } from './scale-report.js'
import { toScaleMarkdown } from './scale-markdown.js'
import { print } from '../../print.js'

export interface ScaleOptions {
  seed: number
  /** How many open visits there are at each measurement. */
  visits: number[]
  /** At each measurement; a quarter of them at crowded addresses. */
  installs?: number
  /** A file that gets all figures. */
  save?: string
  /** Puts the figures into the document. */
  write?: boolean
}

const INSTALLS = 400

/** What one match costs as the open visits of a project grow. */
export async function runScale(options: ScaleOptions): Promise<void> {
  const { seed, visits, installs = INSTALLS, save, write } = options
  const installation = await startMatchingInstallation()
  const database = openDatabase({ url: installation.postgres.url, poolMax: 2 })
  try {
    const settings = { seed, visits, installs, print, measured: printCosts }
    const report = await measureScale({ installation, database }, settings)
    for (const line of [...report.plans.quiet, '', ...report.plans.crowded]) print(line)
    for (const { text, reached, isReached } of scaleAimsOf(report))
      print(`${isReached ? 'reached' : 'MISSED '}  ${text}: ${reached}`)
    if (save !== undefined) await writeFile(save, `${JSON.stringify(report, null, 2)}\n`)
    if (write === true) print(`written: ${await writeSection(SCALE, toScaleMarkdown(report))}`)
  } finally {
    await database.close()
    await installation.close()
  }
}

function printCosts({ visits, bare, http }: SizeCosts): void {
  const show = ({ p50Ms, p99Ms }: Waits) => `p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`
  const matched = ({ matches, calls }: Waits) => `${matches} of ${calls}`
  print(`${visits} open visits`)
  print(`  read and decision  ${show(bare.quiet)}; at a crowded address ${show(bare.crowded)}`)
  print(`  POST installs      ${show(http.quiet)}; at a crowded address ${show(http.crowded)}`)
  print(`  matched over HTTP  ${matched(http.quiet)} alone, ${matched(http.crowded)} in crowds`)
}
