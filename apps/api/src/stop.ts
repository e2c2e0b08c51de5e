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

const CLOSE_IDLE_EVERY_MS = 50

/**
 * Stops taking connections and waits for the requests in flight. A connection on which one of these ended is
 * kept alive by its client, and would be waited for until its own time-out: so idle ones are closed as they come.
 */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
    server.close((error) => {
      clearInterval(timer)
      if (error === undefined) resolve()
      else reject(error)
    })
    server.closeIdleConnections()
  })
}
