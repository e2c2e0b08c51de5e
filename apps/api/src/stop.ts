import type { Server } from 'node:http'
import { Server as TcpServer } from 'node:net'
import type { StopPhase } from '@throughline/runtime/lifecycle'
import type { AppContext } from './context.js'
import { closeStalledClients } from './http/idle-sockets.js'

/** The context and the server that stand for the process now: a start without the database may replace them. */
export interface ServingApi {
  ctx: AppContext
  server: Server
}

/** Readiness off, then no new connections, then what is in flight, then the clients (architecture, section 5). */
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

/** How long an idle connection is left to its client after SIGTERM, for the request that may be on its way. */
const DRAIN_MS = 5_000
const CLOSE_IDLE_EVERY_MS = 50

/**
 * Stops taking connections and waits for those that there are. Each is closed by its next answer. An idle one is
 * left alone for a while: a request that its client sends in the very moment in which it is closed here is lost.
 *
 * @param idleMs how long idle connections are left alone
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
    // The HTTP server's own close would end the idle connections at once.
    TcpServer.prototype.close.call(server, (error) => {
      clearTimeout(waiting)
      clearInterval(repeating)
      if (error === undefined) resolve()
      else reject(error)
    })
  })
}
