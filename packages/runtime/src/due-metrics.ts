import { Gauge, type Registry } from './metrics.js'

export interface DueSample {
  due: number
  held: number
  oldestSeconds: number
  oldestFreeSeconds: number
  starvedProjects: number
}

const GAUGES = {
  due: ['throughline_deliveries_due', 'Due deliveries, in flight or not, sampled'],
  oldestSeconds: [
    'throughline_deliveries_oldest_due_seconds',
    'Age of the oldest due delivery, in flight or not, sampled',
  ],
  oldestFreeSeconds: [
    'throughline_deliveries_oldest_free_seconds',
    'Age of the oldest due delivery that no worker has claimed, sampled',
  ],
  held: [
    'throughline_deliveries_held',
    'Deliveries held until their webhook is turned on again, sampled',
  ],
  starvedProjects: [
    'throughline_deliveries_starved_projects',
    'Projects with a delivery due for over 30 s and no attempt in flight, sampled',
  ],
} as const satisfies Record<keyof DueSample, readonly [name: string, help: string]>

export type DueMetrics = Record<keyof DueSample, Gauge>

/** Processes report equal values, so rules take the maximum. Omits NaN. Without `sample`, the caller sets the gauges. */
export function createDueMetrics(
  registry: Registry,
  sample?: () => Promise<DueSample>,
): DueMetrics {
  const entries = Object.entries(GAUGES) as [keyof DueSample, readonly [string, string]][]
  return Object.fromEntries(
    entries.map(([field, [name, help]]) => [
      field,
      new Gauge({
        name,
        help,
        registers: [registry],
        ...(sample && {
          async collect(this: Gauge) {
            const value = (await sample())[field]
            // KEDA may take NaN for none. A missing metric is an error to it, for which it has a fallback.
            if (Number.isNaN(value)) this.remove()
            else this.set(value)
          },
        }),
      }),
    ]),
  ) as DueMetrics
}
