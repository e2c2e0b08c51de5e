import { measureRound } from './measure-round.js'
import type { DeliveriesInstallation } from './installation.js'
import { startWorkers } from './senders.js'
import { median } from '../statistics.js'

export interface WorkersOptions {
  concurrency: number
  count: number
  rounds: number
  progress: (text: string) => void
}

export interface WorkersResult {
  workers: number
  perSecond: number
  cpuMicros: number
}

const NUMBERS = [1, 2, 4]

export async function measureWorkers(
  installation: DeliveriesInstallation,
  options: WorkersOptions,
): Promise<WorkersResult[]> {
  const results: WorkersResult[] = []
  for (const workers of NUMBERS) {
    const sender = await startWorkers(installation, { ...options, workers })
    try {
      await measureRound(sender, options.count)
      const rounds = []
      while (rounds.length < options.rounds) rounds.push(await measureRound(sender, options.count))
      const result = {
        workers,
        perSecond: median(rounds.map(({ perSecond }) => perSecond)),
        cpuMicros: median(rounds.map(({ cpuMicros }) => cpuMicros)),
      }
      results.push(result)
      options.progress(`${workers} workers: ${Math.round(result.perSecond)}/s`)
    } finally {
      await sender.stop()
    }
  }
  return results
}
