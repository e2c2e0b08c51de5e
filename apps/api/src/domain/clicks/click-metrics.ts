import { Counter, Gauge, type Registry } from '@throughline/runtime/metrics'

export type SpoolOutcome = 'spooled' | 'drained' | 'dropped' | 'refused' | 'damaged'

export interface ClickMetrics {
  count(outcome: SpoolOutcome, clicks: number): void
  setWaitingClicks(clicks: number): void
}

export interface ClickMetricsOptions {
  registry: Registry
  /** Returns the size of all files in the folder. Called at each scrape, because other processes also write there. */
  bytes: () => Promise<number>
  maxBytes: number
}

export function createClickMetrics({
  registry,
  bytes,
  maxBytes,
}: ClickMetricsOptions): ClickMetrics {
  const registers = [registry]
  const counted = new Counter({
    name: 'throughline_spool_clicks_total',
    help: 'Clicks not stored in the database at once, by result: spooled to disk, drained into the database later, dropped (spool full or disk error), refused by the database, damaged on disk',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of OUTCOMES) counted.inc({ outcome }, 0)
  const waiting = new Gauge({
    name: 'throughline_spool_waiting_clicks',
    help: 'Clicks spooled by this process that are not in the database yet',
    registers,
  })
  new Gauge({
    name: 'throughline_spool_waiting_bytes',
    help: 'Size of all spool files in SPOOL_DIR, including other processes’ files',
    registers,
    async collect() {
      // An unreadable folder must not break the other metrics.
      this.set(await bytes().catch(() => NaN))
    },
  })
  new Gauge({
    name: 'throughline_spool_max_bytes',
    help: 'SPOOL_MAX_BYTES; clicks beyond it are dropped',
    registers,
  }).set(maxBytes)
  return {
    count: (outcome, clicks) => counted.inc({ outcome }, clicks),
    setWaitingClicks: (clicks) => waiting.set(clicks),
  }
}

const OUTCOMES: SpoolOutcome[] = ['spooled', 'drained', 'dropped', 'refused', 'damaged']
