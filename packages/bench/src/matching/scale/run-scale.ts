import { writeFile } from 'node:fs/promises'
import { openDatabase } from '@throughline/db/connection/database'
import { startMatchingInstallation } from '../simulate/installation.js'
import { SCALE, writeSection } from '../report/write-document.js'
import { measureScale } from './measure-scale.js'
import { toScaleMarkdown } from './scale-report.js'
import { print } from '../../print.js'

export interface ScaleOptions {
  seed: number
  visits: number[]
  installs?: number
  save?: string
  write?: boolean
}

const INSTALLS = 400

export async function runScale(options: ScaleOptions): Promise<void> {
  const { seed, visits, installs = INSTALLS, save, write } = options
  const installation = await startMatchingInstallation()
  const database = openDatabase({ url: installation.postgres.url, poolMax: 2 })
  try {
    const settings = { seed, visits, installs, print }
    const report = await measureScale({ installation, database }, settings)
    const markdown = toScaleMarkdown(report)
    print(markdown)
    if (save !== undefined) await writeFile(save, `${JSON.stringify(report, null, 2)}\n`)
    if (write === true) print(`written: ${await writeSection(SCALE, markdown)}`)
  } finally {
    await database.close()
    await installation.close()
  }
}
