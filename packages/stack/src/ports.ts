import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

import { errorCode, errorText, StackError } from './errors.js'

/** Below the ports of outgoing connections, which begin at 32768 on Linux: one could take the port before its server. */
const FREE_PORTS = { from: 10_240, to: 32_768 }

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FREE_PORTS.from, FREE_PORTS.to)
    if (await isPortFree(port)) return port
  }
}

/** Whether a server can listen on the port now, on loopback and on all interfaces. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await tryListen(port)) === null
}

/** Rejects a port that is in use. @param name its variable. @throws StackError with the variable and a free port */
export async function assertPortFree(port: number, name: string): Promise<void> {
  const error = await tryListen(port)
  if (error === null) return
  const hint = `start with ${name}=${await findFreeFrom(port < 1024 ? 3000 : port + 100)}`
  const code = errorCode(error)
  if (code === 'EADDRINUSE') {
    throw new StackError(`Port ${port} is in use (${name}). Stop the other program or ${hint}`)
  }
  if (code === 'EACCES') {
    throw new StackError(`Port ${port} (${name}) needs more rights than this user has; ${hint}`)
  }
  throw new StackError(`Could not use port ${port} (${name}): ${errorText(error)}`)
}

/** Rejects METRICS_PORT unless it and the next port, the worker's, can be used. @throws StackError with the port */
export async function assertMetricsPortsFree(first: number): Promise<void> {
  for (const port of [first, first + 1]) {
    const error = await tryListen(port)
    if (error === null) continue
    const use = '(METRICS_PORT is for the API, the next port for the worker)'
    if (errorCode(error) === 'EADDRINUSE')
      throw new StackError(
        `Port ${port} is in use ${use}. Stop the other program or choose another METRICS_PORT`,
      )
    throw new StackError(
      `Could not use port ${port} ${use}: ${errorText(error)}. Choose another METRICS_PORT`,
    )
  }
}

/** Both addresses, because a server on one of them does not block the other on every system. */
async function tryListen(port: number): Promise<unknown> {
  for (const host of [undefined, '127.0.0.1']) {
    const server = createServer()
    try {
      server.listen(port, host)
      await once(server, 'listening')
    } catch (error) {
      return error
    }
    server.close()
    await once(server, 'close')
  }
  return null
}

/** The first port from `port` on that is free and not reserved, or any free one. */
export async function findFreeFrom(
  port: number,
  reserved: readonly number[] = [],
): Promise<number> {
  for (let candidate = port; candidate < Math.min(port + 50, 65_536); candidate += 1) {
    if (!reserved.includes(candidate) && (await isPortFree(candidate))) return candidate
  }
  return freePort()
}
