import type { Server } from 'node:http'
import { Server as TcpServer } from 'node:net'
import type { StopPhase } from '@throughline/runtime/lifecycle'
import type { AppContext } from './context.js'
import { closeStalledClients } from './http/idle-sockets.js'

/** The process's current context and server; after a start without the database they may be replaced. */
export interface ServingApi {
  ctx: AppContext
  server: Server
}

/** Limit for the whole stop, in milliseconds; a supervisor's grace period must be longer. */
export const HARD_LIMIT_MS = 30_000

/** Stops in order: readiness, new connections, requests in flight, clients (docs/architecture.md, "Stopping"). */
export function stopPhases(serving: ServingApi): StopPhase[] {
  return [
    { name: 'readiness off', run: () => serving.ctx.beginStop(), timeoutMs: 100 },
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

/**
 * Waits for existing connections, which close with their next response; idle ones stay open for `idleMs`, because a
 * request may be on its way.
 */
export function closeServer(server: Server, idleMs = 0): Promise<void> {
  return new Promise((resolve, reject) => {
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
