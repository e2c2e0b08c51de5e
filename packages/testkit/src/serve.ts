import type { Server, Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

export type Served = {
  readonly port: number
  /** The open TCP sockets by the sender's port, because a TLS socket can't be reset. */
  readonly sockets: ReadonlyMap<number, Socket>
  readonly close: () => Promise<void>
}

/** Listens on loopback, on any free port by default. */
export async function serve(server: Server, port = 0): Promise<Served> {
  const sockets = new Map<number, Socket>()
  server.on('connection', (socket: Socket) => {
    const { remotePort = 0 } = socket
    sockets.set(remotePort, socket)
    socket.on('error', () => undefined)
    socket.once('close', () => {
      // A port may be in use again before its old socket says that it is closed.
      if (sockets.get(remotePort) === socket) sockets.delete(remotePort)
    })
  })
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets.values()) socket.destroy()
      }),
  }
}
