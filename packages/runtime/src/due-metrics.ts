import { Gauge, type Registry } from './metrics.js'

/** Deliveries that are due, in the whole installation. */
export interface DueSample {
  due: number
  held: number
  oldestSeconds: number
  oldestFreeSeconds: number
  starvedProjects: number
}

const GAUGES = {
  due: ['throughline_deliveries_due', 'Deliveries whose time has come, in flight or not, sampled'],
  oldestSeconds: [
    'throughline_deliveries_oldest_due_seconds',
    'For how long the oldest of them has been due, in flight or not, sampled',
  ],
  oldestFreeSeconds: [
    'throughline_deliveries_oldest_free_seconds',
    'For how long the oldest of them that no worker has has been due, sampled',
  ],
  held: [
    'throughline_deliveries_held',
    'Deliveries that wait for their webhook to be turned on again, sampled',
  ],
  starvedProjects: [
    'throughline_deliveries_starved_projects',
    'Projects with a delivery due for over 30 s and no attempt in flight, sampled',
  ],
} as const satisfies Record<keyof DueSample, readonly [name: string, help: string]>

export type DueMetrics = Record<keyof DueSample, Gauge>

/**
 * Gauges of what is due. Every process shows the same, so rules take their maximum.
 *
 * @param sample read at each scrape; without it the caller sets the gauges
 */
export function createDueMetrics(
  registry: Registry,
  sample?: () => Promise<DueSample>,
): DueMetrics {
  const entries = Object.entries(GAUGES) as [keyof DueSample, readonly [string, string]][]
  return Object.fromEntries(
    entries.map(([field, [name, help]]) => [
      field,
      new Gauge({
        ...{ name, help, registers: [registry] },
        ...(sample && {
          async collect(this: Gauge) {
            this.set((await sample())[field])
          },
        }),
      }),
    ]),
  ) as DueMetrics
}
