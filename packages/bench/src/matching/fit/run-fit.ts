import { SHIPPED_MODEL } from '@throughline/core/matching/shipped-model'
import { readDump } from '../dump/dump-file.js'
import { fitModel } from './fit-model.js'
import { printPoints } from './print-points.js'
import { writeModel } from './write-model.js'

export interface FitOptions {
  seeds: readonly number[]
  /** The folder with the dumps. */
  dump: string
  /** Replaces the shipped model. */
  write?: boolean
}

/** Fits the match model on dumps, and says what it makes of them at several limits of confidence. */
export async function runFit({ seeds, dump: folder, write }: FitOptions): Promise<void> {
  const dumps = []
  for (const seed of seeds) {
    dumps.push(await readDump(folder, seed))
    print(`seed ${seed}: read`)
  }
  const model = fitModel(dumps, SHIPPED_MODEL, new Date().toISOString().slice(0, 10))
  printPoints(dumps, model, print)
  if (write === true) print(`written: ${await writeModel(model, seeds)}`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
