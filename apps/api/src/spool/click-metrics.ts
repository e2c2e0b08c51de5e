import { Counter, Gauge, type Registry } from '@throughline/runtime/metrics'

export type SpoolOutcome = 'spooled' | 'drained' | 'dropped' | 'refused' | 'damaged'

export interface ClickMetrics {
  count(outcome: SpoolOutcome, clicks: number): void
  /** Of this process. */
  setWaitingClicks(clicks: number): void
  /** Of all files in the folder. */
  setBytes(bytes: number): void
}

export function createClickMetrics(registry: Registry): ClickMetrics {
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
  const bytes = new Gauge({
    name: 'throughline_spool_waiting_bytes',
    help: 'Size of all spool files in SPOOL_DIR, also those of other processes',
    registers,
  })
  return {
    count: (outcome, clicks) => counted.inc({ outcome }, clicks),
    setWaitingClicks: (clicks) => waiting.set(clicks),
    setBytes: (size) => bytes.set(size),
  }
}

const OUTCOMES: SpoolOutcome[] = ['spooled', 'drained', 'dropped', 'refused', 'damaged']
