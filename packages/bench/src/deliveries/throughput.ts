import { assertAllSucceeded } from './await-recorded.js'
import { measureRound, type Round } from './measure-round.js'
import type { DeliveriesInstallation } from './installation.js'
import { startCeilingSender, startWorkers, type Sender } from './senders.js'
import { median } from '../statistics.js'

export interface ThroughputOptions {
  concurrency: number
  count: number
  rounds: number
  profileDir?: string | undefined
  progress: (text: string) => void
}

export interface ThroughputResult {
  concurrency: number
  worker: Round
  ceiling: Round
  /** The worker's rate divided by the ceiling's; median of the pairs. */
  rateRatio: number
  cpuRatio: number
  rounds: Pair[]
}

interface Pair {
  worker: Round
  ceiling: Round
}

const WARM_UP = 5_000

/** Runs one worker process and the ceiling alternately (A B A B …), so that disturbances affect both equally. */
export async function measureThroughput(
  installation: DeliveriesInstallation,
  options: ThroughputOptions,
): Promise<ThroughputResult> {
  const senders: Sender[] = []
  try {
    const worker = await startWorkers(installation, options)
    senders.push(worker)
    const ceiling = await startCeilingSender(installation, options)
    senders.push(ceiling)
    for (const sender of senders) await measureRound(sender, Math.min(WARM_UP, options.count))
    const rounds: Pair[] = []
    while (rounds.length < options.rounds) {
      const pair = {
        worker: await measureRound(worker, options.count),
        ceiling: await measureRound(ceiling, options.count),
      }
      rounds.push(pair)
      options.progress(`${options.concurrency} at once, round ${rounds.length}: ${toText(pair)}`)
    }
    await assertAllSucceeded(installation.pool)
    return summarize(options.concurrency, rounds)
  } finally {
    await Promise.all(senders.map((sender) => sender.stop()))
  }
}

function toText({ worker, ceiling }: Pair): string {
  const share = Math.round((100 * worker.perSecond) / ceiling.perSecond)
  const rates = `${Math.round(worker.perSecond)}/s of ${Math.round(ceiling.perSecond)}/s`
  const cpu = `CPU ${worker.cpuMicros.toFixed(0)} and ${ceiling.cpuMicros.toFixed(0)} µs`
  return `${rates} (${share} %), ${cpu}`
}

function summarize(concurrency: number, rounds: Pair[]): ThroughputResult {
  const middle = (pick: (pair: Pair) => number) => median(rounds.map(pick))
  const middleRound = (pick: (pair: Pair) => Round): Round => ({
    perSecond: middle((pair) => pick(pair).perSecond),
    cpuMicros: middle((pair) => pick(pair).cpuMicros),
  })
  return {
    concurrency,
    worker: middleRound(({ worker }) => worker),
    ceiling: middleRound(({ ceiling }) => ceiling),
    rateRatio: middle(({ worker, ceiling }) => worker.perSecond / ceiling.perSecond),
    cpuRatio: middle(({ worker, ceiling }) => worker.cpuMicros / ceiling.cpuMicros),
    rounds,
  }
}
