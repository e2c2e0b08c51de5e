import type { Server } from 'node:http'
import type { StopPhase } from '@throughline/runtime/lifecycle'
import type { AppContext } from './context.js'

/** Readiness off, then no new connections, then what is in flight, then the clients (architecture, section 5). */
export function stopPhases(ctx: AppContext, server: Server): StopPhase[] {
  return [
    { name: 'readiness off', run: () => ctx.beginStop(), timeoutMs: 100 },
    { name: 'requests in flight', run: () => closeServer(server), timeoutMs: 15_000 },
    { name: 'database and queue', run: () => ctx.close(), timeoutMs: 5_000 },
  ]
}

/** Stops taking connections and waits for the requests in flight. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)))
    server.closeIdleConnections()
  })
}
