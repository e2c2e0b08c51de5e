import { Counter, Gauge, type Registry } from '@throughline/runtime/metrics'

export type SpoolOutcome = 'spooled' | 'drained' | 'dropped' | 'refused' | 'damaged'

export interface ClickMetrics {
  count(outcome: SpoolOutcome, clicks: number): void
  /** Of this process. */
  setWaitingClicks(clicks: number): void
}

export interface ClickMetricsOptions {
  registry: Registry
  /** Of all files in the folder; asked at each scrape, since other processes write there too. */
  bytes: () => Promise<number>
  /** Beyond which clicks are dropped. */
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
    help: 'Clicks by what became of them while the database was away: spooled to disk, drained into the database later, dropped (the spool full or its disk at fault), refused by the database, damaged on disk',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of OUTCOMES) counted.inc({ outcome }, 0)
  const waiting = new Gauge({
    name: 'throughline_spool_waiting_clicks',
    help: 'Clicks that this process has spooled and that are not in the database yet',
    registers,
  })
  new Gauge({
    name: 'throughline_spool_waiting_bytes',
    help: 'Size of all spool files in SPOOL_DIR, also those of other processes',
    registers,
    async collect() {
      // A folder that can't be read must not take the other metrics with it.
      this.set(await bytes().catch(() => NaN))
    },
  })
  new Gauge({
    name: 'throughline_spool_max_bytes',
    help: 'SPOOL_MAX_BYTES, beyond which clicks are dropped',
    registers,
  }).set(maxBytes)
  return {
    count: (outcome, clicks) => counted.inc({ outcome }, clicks),
    setWaitingClicks: (clicks) => waiting.set(clicks),
  }
}

const OUTCOMES: SpoolOutcome[] = ['spooled', 'drained', 'dropped', 'refused', 'damaged']
