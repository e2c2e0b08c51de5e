import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { QueueBackend } from '@throughline/queue/backend'
import { describeMachine } from '../machine.js'
import { startDeliveriesInstallation, type DeliveriesInstallation } from './installation.js'
import { measureBacklog } from './backlog.js'
import { measureFairness } from './fairness.js'
import { measureLatency } from './latency.js'
import { measureThroughput } from './throughput.js'
import { measureWorkers } from './workers.js'
import { print } from '../print.js'

export const PARTS = ['throughput', 'latency', 'workers', 'fairness', 'backlog'] as const
export type Part = (typeof PARTS)[number]

export interface DeliveriesOptions {
  backend: QueueBackend['kind']
  part: Part[]
  concurrency: number[]
  count: number
  rounds: number
  backlog: number
  postgresDefaults?: boolean
  json?: string
  profile?: string
}

export async function runDeliveries(options: DeliveriesOptions): Promise<void> {
  const installation = await startDeliveriesInstallation(options.backend, options.postgresDefaults)
  try {
    const machine = await describeMachine(installation.pool)
    const results: Record<string, unknown> = { machine }
    print(JSON.stringify(machine, null, 2))
    for (const part of options.part) {
      const result = await runners[part](installation, options)
      results[part] = result
      print(JSON.stringify(result, null, 2))
    }
    if (options.json !== undefined)
      await writeFile(options.json, `${JSON.stringify(results, null, 2)}\n`)
  } catch (error) {
    // Immediately, because the failed part may prevent the servers from stopping.
    print(`failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    process.exitCode = 1
  } finally {
    await withinSeconds(20, installation.close())
  }
}

const runners: Record<
  Part,
  (installation: DeliveriesInstallation, options: DeliveriesOptions) => Promise<unknown>
> = {
  throughput: async (installation, { concurrency, count, rounds, profile }) => {
    const results = []
    for (const each of concurrency) {
      const options = { concurrency: each, count, rounds, profileDir: profile, progress: print }
      results.push(await measureThroughput(installation, options))
    }
    return results
  },
  latency: (installation, options) =>
    measureLatency(installation, { ...atOnce(options), seconds: 5 }),
  workers: (installation, options) => measureWorkers(installation, atOnce(options)),
  fairness: (installation, options) =>
    measureFairness(installation, {
      ...atOnce(options),
      perSecond: 500,
      seconds: 12,
      blocked: 10_000,
    }),
  backlog: (installation, options) =>
    measureBacklog(installation, { ...atOnce(options), backlog: options.backlog }),
}

/** Parts that run at one concurrency use the highest. */
function atOnce({ concurrency, count, rounds }: DeliveriesOptions) {
  return { concurrency: Math.max(...concurrency), count, rounds, progress: print }
}

function withinSeconds(seconds: number, work: Promise<void>): Promise<void> {
  return Promise.race([work, sleep(seconds * 1_000, undefined, { ref: false })])
}
