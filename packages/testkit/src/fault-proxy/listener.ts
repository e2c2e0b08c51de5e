import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export type Listener = {
  readonly port: number
  readonly open: () => Promise<void>
  /** Refuses new connections. Resolves when all accepted ones are closed. */
  readonly close: () => Promise<void>
}

/** Below the ports of outgoing connections (32768 on Linux), so that nobody takes it while the listener is closed. */
const FIRST_PORT = 20_000
const LAST_PORT = 32_000
const TRIES = 50

export async function startListener(onConnection: (socket: Socket) => void): Promise<Listener> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, onConnection)
  await listenSomewhere(server)
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
