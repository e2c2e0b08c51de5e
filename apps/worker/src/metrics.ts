import { createDueMetrics } from '@throughline/runtime/due-metrics'
import { Counter, Gauge, Histogram, type Registry } from '@throughline/runtime/metrics'

export type WorkerMetrics = ReturnType<typeof createMetrics>

/**
 * What the worker counts; alert rules and the dashboard go by these names.
 *
 * @param inFlight asked at each scrape, so that an attempt pays nothing for it
 */
export function createMetrics(registry: Registry, inFlight: () => number = () => 0) {
  const registers = [registry]
  return {
    ...deliveryMetrics(registers, inFlight),
    ...createDueMetrics(registry),
    ...maintenanceMetrics(registers),
  }
}

/** What this process did with deliveries. */
function deliveryMetrics(registers: Registry[], inFlight: () => number) {
  return {
    attempts: new Counter({
      name: 'throughline_delivery_attempts_total',
      help: 'Attempts recorded, by outcome: succeeded, or the class of the error',
      labelNames: ['outcome'],
      registers,
    }),
    attemptSeconds: new Histogram({
      name: 'throughline_delivery_attempt_seconds',
      help: 'How long attempts took',
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
      registers,
    }),
    exhausted: new Counter({
      name: 'throughline_deliveries_exhausted_total',
      help: 'Deliveries that came to failed: the last attempt of their schedule failed',
      registers,
    }),
    inFlight: new Gauge({
      name: 'throughline_deliveries_in_flight',
      help: 'Attempts under way in this process',
      registers,
      collect() {
        this.set(inFlight())
      },
    }),
    faults: new Counter({
      name: 'throughline_delivery_faults_total',
      help: 'Times that a fault of ours kept an attempt from being made or recorded, by fault',
      labelNames: ['fault'],
      registers,
    }),
    deferred: new Counter({
      name: 'throughline_deliveries_put_off_total',
      help: 'Jobs deferred without an attempt because their webhook, host or project had its share of the slots',
      registers,
    }),
    enqueueFailures: new Counter({
      name: 'throughline_enqueue_failures_total',
      help: 'Times that jobs could not be put in the queue; the sweeper finds their rows',
      registers,
    }),
    rescues: new Counter({
      name: 'throughline_sweeper_rescues_total',
      help: 'Times that the sweeper enqueued a delivery again: due for 15 s, in no worker',
      registers,
    }),
  }
}

function maintenanceMetrics(registers: Registry[]) {
  return {
    partitionsDropped: new Counter({
      name: 'throughline_retention_partitions_dropped_total',
      help: 'Partitions dropped because all of their rows were older than their retention, by table',
      labelNames: ['table'],
      registers,
    }),
    rowsExpired: new Counter({
      name: 'throughline_retention_rows_deleted_total',
      help: 'Rows of such months deleted from the DEFAULT partitions, by table',
      labelNames: ['table'],
      registers,
    }),
    tracesForgotten: new Counter({
      name: 'throughline_traces_forgotten_total',
      help: 'Rows that what they told of a person was taken from, by what: clicks, match_traces, fingerprints, installs, test_deliveries',
      labelNames: ['what'],
      registers,
    }),
    maintenanceFailures: new Counter({
      name: 'throughline_maintenance_failures_total',
      help: 'Runs of chores (partitions, expiry, forgetting, forgetting_traces, orphans, left_held, retention, large_calls) that failed, by chore; each is tried again',
      labelNames: ['chore'],
      registers,
    }),
  }
}
