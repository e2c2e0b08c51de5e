import { Counter, Histogram, type Registry } from '@throughline/runtime/metrics'

export interface AnsweredRequest {
  method: string
  /** A template such as `/api/links/:code`, never a path; `none` where no route matched. */
  route: string
  status: number
  /** From when it was whole to the end of its answer; where that never came, from its head. */
  ms: number
}

export interface RequestMetrics {
  record(request: AnsweredRequest): void
}

/** From a redirect of a known link to the limit of a statement, in seconds. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Any other is `OTHER`: a client may send each of Node's 35. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

interface Series {
  method: string
  route: string
  /** Requests by status. */
  statuses: Map<number, number>
  seconds: { observe(seconds: number): void }
}

/** Requests by route and status, and their durations. Counts are plain numbers, since a redirect pays for them. */
export function createRequestMetrics(registry: Registry): RequestMetrics {
  const routes = new Map<string, Map<string, Series>>()
  const registers = [registry]
  new Counter({
    name: 'throughline_http_requests_total',
    help: 'Requests answered, by method, route and status; 499: the client left before the answer',
    labelNames: ['method', 'route', 'status'],
    registers,
    collect() {
      this.reset()
      for (const methods of routes.values())
        for (const { method, route, statuses } of methods.values())
          for (const [status, count] of statuses) this.inc({ method, route, status }, count)
    },
  })
  const durations = new Histogram({
    name: 'throughline_http_request_duration_seconds',
    help: 'From when a request is whole to the end of its answer, by method and route',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers,
  })
  const open = (method: string, route: string): Series => {
    const methods = routes.get(route) ?? new Map<string, Series>()
    routes.set(route, methods)
    const known = METHODS.has(method) ? method : 'OTHER'
    const found = methods.get(known)
    const seconds = durations.labels(known, route)
    const series = found ?? { method: known, route, statuses: new Map<number, number>(), seconds }
    methods.set(known, series)
    return series
  }
  return {
    record: ({ method, route, status, ms }) => {
      const { statuses, seconds } = routes.get(route)?.get(method) ?? open(method, route)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      seconds.observe(ms / 1_000)
    },
  }
}
