import { Counter, Histogram, type Registry } from '@throughline/runtime/metrics'

export interface AnsweredRequest {
  method: string
  /** A template such as `/api/links/:code`, never a path; `none` without a matching route. */
  route: string
  status: number
  /** Time from the complete request to the end of its response; from its head if it was never complete. */
  ms: number
}

export interface RequestMetrics {
  record(request: AnsweredRequest): void
}

/** Buckets in seconds: the lowest fits the redirect of a cached link, the highest the limit of a statement. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Other methods are counted as `OTHER`, because a client may send any of Node's 35. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

interface Series {
  method: string
  route: string
  statuses: Map<number, number>
  seconds: { observe(seconds: number): void }
}

/** Requests by route and status with their durations. Plain numbers, because redirects are a hot path. */
export function createRequestMetrics(registry: Registry): RequestMetrics {
  const routes = new Map<string, Map<string, Series>>()
  const registers = [registry]
  new Counter({
    name: 'throughline_http_requests_total',
    help: 'Requests by method, route and status; 499: the client disconnected before the response',
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
    help: 'Time from the complete request to the end of its response, by method and route',
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
