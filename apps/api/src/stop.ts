import type { Server } from 'node:http'
import { Server as TcpServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StopPhase } from '@throughline/runtime/lifecycle'
import type { Config } from './config.js'
import type { AppContext } from './context.js'
import { closeStalledClients } from './http/idle-sockets.js'

/** The process's current context and server; after a start without the database they may be replaced. */
export interface ServingApi {
  ctx: AppContext
  server: Server
}

/** Limit for the whole stop, in milliseconds; a supervisor's grace period must be longer. */
export function hardLimitMs({ stopDelayMs }: Pick<Config, 'stopDelayMs'>): number {
  return stopDelayMs + 30_000
}

/** Stops in order: readiness, new connections, requests in flight, clients (docs/architecture.md, "Stopping"). */
export function stopPhases(serving: ServingApi, { stopDelayMs }: Config): StopPhase[] {
  return [
    {
      name: 'readiness off',
      run: async (signal) => {
        serving.ctx.beginStop()
        // Load balancers notice by their health checks, and send new requests elsewhere.
        if (signal === 'SIGTERM') await sleep(stopDelayMs)
      },
      timeoutMs: stopDelayMs + 100,
    },
    {
      name: 'requests in flight',
      run: (signal) => closeServer(serving.server, signal === 'SIGTERM' ? DRAIN_MS : 0),
      timeoutMs: DRAIN_MS + 15_000,
    },
    { name: 'database and queue', run: () => serving.ctx.close(), timeoutMs: 5_000 },
  ]
}

/** How long an idle connection stays open after SIGTERM, for a request that may be on its way. */
const DRAIN_MS = 5_000
const CLOSE_IDLE_EVERY_MS = 50

/** Closes each connection of a server with the response to its next request. */
export function closeWithNextResponse(server: Server): void {
  server.prependListener('request', (_request, response) => (response.shouldKeepAlive = false))
}

/**
 * Waits for existing connections, which close with their next response; idle ones stay open for `idleMs`, because a
 * request may be on its way. Before the port is closed, none is closed: a proxy would open a new one, which may meet
 * the closing port.
 */
export async function closeServer(server: Server, idleMs = 0): Promise<void> {
  if (idleMs > 0) await untilQuiet(server)
  closeWithNextResponse(server)
  await new Promise<void>((resolve, reject) => {
    const endIdle = () => {
      server.closeIdleConnections()
      closeStalledClients(server)
    }
    let repeating: NodeJS.Timeout | undefined
    const waiting = setTimeout(() => {
      endIdle()
      repeating = setInterval(endIdle, CLOSE_IDLE_EVERY_MS)
    }, idleMs)
    // The HTTP server's own close would end idle connections immediately.
    TcpServer.prototype.close.call(server, (error) => {
      clearTimeout(waiting)
      clearInterval(repeating)
      if (error === undefined) resolve()
      else reject(error)
    })
  })
}

const QUIET_TURN_MS = 0.3
const QUIET_LIMIT_MS = 1_000

/**
 * Waits for a short turn of the event loop without a new connection, at most a second. When a server stops listening,
 * the kernel resets the connections that it has not accepted yet, and the proxy in front responds 502.
 */
function untilQuiet(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const untilMs = performance.now() + QUIET_LIMIT_MS
    let turnMs = 0
    let isQuiet = false
    const onConnection = () => (isQuiet = false)
    const endTurn = () => {
      const nowMs = performance.now()
      if ((isQuiet && nowMs - turnMs < QUIET_TURN_MS) || nowMs > untilMs) {
        server.off('connection', onConnection)
        resolve()
        return
      }
      turnMs = nowMs
      isQuiet = true
      setImmediate(endTurn)
    }
    server.on('connection', onConnection)
    setImmediate(endTurn)
  })
}
