import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const opened = new WeakMap<Server, Set<Socket>>()

/** Keeps in mind who is connected, so that `closeStalledClients` can tell. */
export function closeIdleSockets(server: Server): Server {
  const sockets = new Set<Socket>()
  opened.set(server, sockets)
  return server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
}

/**
 * Ends connections on which nothing has ever been sent, as browsers and load balancers open them ahead of need. To
 * Node's HTTP server they are busy, not idle, until its time-out for headers.
 */
export function closeStalledClients(server: Server): void {
  for (const socket of opened.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy()
}
