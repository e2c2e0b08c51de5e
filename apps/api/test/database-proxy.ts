import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

export interface DatabaseProxy {
  /** The address to give to the API in place of the database's own. */
  reach(url: URL): Promise<URL>
  /** Cuts every connection and refuses new ones, as a database does that has gone. */
  away(): Promise<void>
  /** Takes connections again, on the same port. */
  back(): Promise<void>
}

/** A plain TCP proxy on loopback that can go away and come back. */
export function createDatabaseProxy(): DatabaseProxy {
  const sockets = new Set<Socket>()
  let target = { host: '127.0.0.1', port: 5432 }
  let port = 0
  let server: Server | null = null

  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    return socket
  }
  const back = async () => {
    server = createServer((client) => {
      const upstream = keep(connect(target))
      keep(client).pipe(upstream).pipe(client)
      client.on('close', () => upstream.destroy())
      upstream.on('close', () => client.destroy())
    })
    const listening = server
    await new Promise<void>((resolve) => listening.listen(port, '127.0.0.1', resolve))
    port = (listening.address() as AddressInfo).port
  }
  const away = async () => {
    const closing = server
    server = null
    for (const socket of sockets) socket.destroy()
    if (closing !== null) await new Promise((resolve) => closing.close(resolve))
  }
  const reach = async (url: URL) => {
    target = { host: url.hostname, port: Number(url.port === '' ? 5432 : url.port) }
    await back()
    const own = new URL(url)
    own.hostname = '127.0.0.1'
    own.port = String(port)
    return own
  }
  return { reach, away, back }
}
