import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const opened = new WeakMap<Server, Set<Socket>>()

/** Keeps the server's open connections, for `closeStalledClients`. */
export function trackSockets(server: Server): Server {
  const sockets = new Set<Socket>()
  opened.set(server, sockets)
  return server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
}

/** Closes connections on which nothing was received, which Node counts as busy until its header timeout. */
export function closeStalledClients(server: Server): void {
  for (const socket of opened.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy()
}
