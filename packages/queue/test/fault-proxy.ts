import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface FaultProxy {
  /** The server's address, by way of the proxy. */
  url: string
  /** Ends every connection and refuses new ones. */
  cut: () => Promise<void>
  restore: () => Promise<void>
  close: () => Promise<void>
}

/** A TCP proxy before a real server, to take that server away and to bring it back. */
export async function startFaultProxy(serverUrl: string, startsCut = false): Promise<FaultProxy> {
  const target = new URL(serverUrl)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const cut = () =>
    new Promise<void>((resolve) => {
      if (server.listening) server.close(() => resolve())
      else resolve()
      for (const socket of sockets) socket.destroy()
    })

  await listen(0)
  const { port } = server.address() as AddressInfo
  if (startsCut) await cut()
  const url = new URL(serverUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return { url: url.href, cut, restore: () => listen(port), close: cut }
}
