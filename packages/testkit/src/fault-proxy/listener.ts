import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** A listening socket that can go away and come back on the same port. */
export type Listener = {
  readonly port: number
  /** Does nothing when it listens already. */
  readonly open: () => Promise<void>
  /** From now on connections are refused; resolves when all that were accepted are closed. */
  readonly close: () => Promise<void>
}

/**
 * Systems give outgoing connections their ports from 32768 up (Linux) or 49152 up (others): below,
 * nobody takes the port while the listener is away.
 */
const FIRST_PORT = 20_000
const LAST_PORT = 32_000
const TRIES = 50

export async function startListener(onConnection: (socket: Socket) => void): Promise<Listener> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, onConnection)
  await listenSomewhere(server)
  // A server that listens on a TCP port has an AddressInfo.
  const { port } = server.address() as AddressInfo
  return {
    port,
    open: () => (server.listening ? Promise.resolve() : listenAgain(server, port)),
    close: () =>
      new Promise((resolve) => {
        if (server.listening) server.close(() => resolve())
        else resolve()
      }),
  }
}

async function listenSomewhere(server: Server): Promise<void> {
  for (let n = 1; ; n += 1) {
    // Not by seed: several proxies of one run would all want the same port.
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT))
    try {
      await listen(server, port)
      return
    } catch (error) {
      if (n === TRIES || !isTaken(error)) throw error
    }
  }
}

async function listenAgain(server: Server, port: number): Promise<void> {
  for (let n = 1; ; n += 1) {
    try {
      await listen(server, port)
      return
    } catch (error) {
      if (n === TRIES || !isTaken(error)) throw error
      await delay(100)
    }
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error) => reject(error)
    server.once('error', onError)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', onError)
      resolve()
    })
  })
}

function isTaken(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
}
