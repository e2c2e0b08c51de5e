import { collectDefaultMetrics, Registry } from 'prom-client'

export { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** A registry of its own for each process, with Node's default metrics. */
export function createRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}
