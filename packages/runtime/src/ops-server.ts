import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { timingSafeEqual } from 'node:crypto'
import type { Registry } from './metrics.js'
import { StartError } from './lifecycle.js'

export interface OpsServerOptions {
  port: number
  host?: string | undefined
  notReadyReason: () => Promise<string | null>
  registry: Registry
  isMetricsPort?: boolean
  /** Bearer token for /metrics on other ports; without it, /metrics is disabled there. */
  metricsToken?: string | undefined
  /** Gets the error of a probe or of the metrics, which were answered with 500. */
  onError: (error: unknown) => void
}

/** Serves /livez, /readyz and /metrics for a process without an API. */
export async function startOpsServer(options: OpsServerOptions): Promise<Server> {
  const server = createServer((request, response) => {
    answer(request, response, options).catch((error: unknown) => {
      options.onError(error)
      send(response, 500, 'error')
    })
  })
  await listen(server, options.port, options.host)
  return server
}

/** Listens, or throws a StartError for a busy port. */
export async function listen(server: Server, port: number, host?: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new StartError(
              `Port ${port} is in use. Stop the program that uses it, or choose another port`,
            )
          : error,
      )
    })
    server.listen(port, host, resolve)
  })
}

/** Returns why a request may not read /metrics and what to do, or null if it may. */
export function metricsProblem(request: IncomingMessage, token: string | undefined): string | null {
  if (token === undefined)
    return 'Metrics are off: set METRICS_TOKEN (at least 16 characters) and restart, or set METRICS_PORT to serve them on a separate port.'
  const { authorization } = request.headers
  const given = Buffer.from(authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return null
  const what = authorization === undefined ? 'is missing' : 'does not contain METRICS_TOKEN'
  return `Authorization ${what}: send Authorization: Bearer {METRICS_TOKEN}.`
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: OpsServerOptions,
): Promise<void> {
  const path = request.url?.split('?')[0]
  if (path === '/livez') {
    send(response, 200, 'ok')
    return
  }
  if (path === '/readyz') {
    const reason = await options.notReadyReason()
    send(response, reason === null ? 200 : 503, reason ?? 'ok')
    return
  }
  if (path !== '/metrics') {
    send(response, 404, 'not found: this port serves /livez, /readyz and /metrics')
    return
  }
  const problem = options.isMetricsPort ? null : metricsProblem(request, options.metricsToken)
  if (problem !== null) {
    send(response, 404, problem)
    return
  }
  response.setHeader('content-type', options.registry.contentType)
  send(response, 200, await options.registry.metrics())
}

function send(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status
  if (!response.hasHeader('content-type'))
    response.setHeader('content-type', 'text/plain; charset=utf-8')
  response.end(text)
}
