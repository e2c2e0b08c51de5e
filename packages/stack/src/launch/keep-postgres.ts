import { errorText, StackError } from '../errors.js'
import { startPostgres, type EmbeddedPostgres } from '../postgres.js'
import { isPidAlive } from '../processes.js'
import type { LaunchContext } from './launch-context.js'

export interface KeptPostgres {
  pid: () => number
  stop(mode: 'fast' | 'immediate'): Promise<void>
}

/** Restarts the server on the same port if it ends unexpectedly. The pools of the services reconnect. */
export function keepPostgres(
  first: EmbeddedPostgres,
  context: LaunchContext & { dataDir: string },
): KeptPostgres {
  let server = first
  let restart: Promise<void> | null = null
  const timer = setInterval(() => {
    if (restart !== null || isPidAlive(server.pid)) return
    context.print('PostgreSQL ended. Restarting it.')
    restart = startPostgres({ dataDir: context.dataDir, port: first.port }).then(
      (next) => {
        server = next
        restart = null
      },
      (error: unknown) => {
        clearInterval(timer)
        const reason = `PostgreSQL ended and could not be restarted: ${errorText(error)}`
        context.onFailure(new StackError(reason))
      },
    )
  }, CHECK_EVERY_MS)
  timer.unref()
  return {
    pid: () => server.pid,
    async stop(mode) {
      clearInterval(timer)
      await restart
      await server.stop(mode)
    },
  }
}

const CHECK_EVERY_MS = 500
