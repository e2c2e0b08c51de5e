import { createDueMetrics } from '@throughline/runtime/due-metrics'
import { Counter, Gauge, Histogram, type Registry } from '@throughline/runtime/metrics'

export type WorkerMetrics = ReturnType<typeof createMetrics>

/** Alert rules and the dashboard use these names. `inFlight` is called at each scrape. */
export function createMetrics(registry: Registry, inFlight: () => number = () => 0) {
  const registers = [registry]
  return {
    ...deliveryMetrics(registers, inFlight),
    ...createDueMetrics(registry),
    ...maintenanceMetrics(registers),
  }
}

function deliveryMetrics(registers: Registry[], inFlight: () => number) {
  return {
    attempts: new Counter({
      name: 'throughline_delivery_attempts_total',
      help: 'Recorded attempts by outcome: succeeded, or the error class',
      labelNames: ['outcome'],
      registers,
    }),
    attemptSeconds: new Histogram({
      name: 'throughline_delivery_attempt_seconds',
      help: 'Duration of attempts',
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
      registers,
    }),
    exhausted: new Counter({
      name: 'throughline_deliveries_exhausted_total',
      help: 'Deliveries that failed: the last attempt of their schedule failed',
      registers,
    }),
    inFlight: new Gauge({
      name: 'throughline_deliveries_in_flight',
      help: 'Attempts in flight in this process',
      registers,
      collect() {
        this.set(inFlight())
      },
    }),
    faults: new Counter({
      name: 'throughline_delivery_faults_total',
      help: 'Internal errors that prevented an attempt or its recording, by fault',
      labelNames: ['fault'],
      registers,
    }),
    deferred: new Counter({
      name: 'throughline_deliveries_put_off_total',
      help: 'Jobs deferred without an attempt because their webhook, host or project was at its concurrency limit',
      registers,
    }),
    enqueueFailures: new Counter({
      name: 'throughline_enqueue_failures_total',
      help: 'Failures to enqueue jobs; the sweeper enqueues the deliveries later',
      registers,
    }),
    reenqueued: new Counter({
      name: 'throughline_sweeper_rescues_total',
      help: 'Deliveries that the sweeper re-enqueued: due for 15 s and not in a worker',
      registers,
    }),
  }
}

function maintenanceMetrics(registers: Registry[]) {
  return {
    partitionsDropped: new Counter({
      name: 'throughline_retention_partitions_dropped_total',
      help: 'Partitions dropped because all their rows were past retention, by table',
      labelNames: ['table'],
      registers,
    }),
    rowsExpired: new Counter({
      name: 'throughline_retention_rows_deleted_total',
      help: 'Rows past retention deleted from the DEFAULT partitions, by table',
      labelNames: ['table'],
      registers,
    }),
    rowsAnonymized: new Counter({
      name: 'throughline_traces_forgotten_total',
      help: 'Rows whose personal data was removed, by kind: clicks, match_traces, fingerprints, installs, test_deliveries',
      labelNames: ['what'],
      registers,
    }),
    maintenanceFailures: new Counter({
      name: 'throughline_maintenance_failures_total',
      help: 'Failed runs of maintenance tasks, by task (partitions, expiry, projects, forgetting, forgetting_traces, orphans, left_held, retention, large_calls, attempt_counts, dimensions); each is retried',
      labelNames: ['chore'],
      registers,
    }),
  }
}
