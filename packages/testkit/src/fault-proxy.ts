import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type FaultProxy = {
  /** The server's address, by way of the proxy. */
  readonly url: string
  /** Ends every connection and refuses new ones, as a server does that has gone. */
  readonly cut: () => Promise<void>
  /** Takes connections again, on the same port. */
  readonly restore: () => Promise<void>
  /** Connections are taken from now on and get no answer, nor do those that are open. */
  readonly freeze: () => void
  readonly thaw: () => void
  readonly close: () => Promise<void>
}

export type FaultProxyOptions = {
  /** The server is away from the start. */
  readonly startsCut?: boolean
}

/** A TCP proxy on loopback before a real server, to take that server away and to bring it back. */
export async function startFaultProxy(
  serverUrl: string,
  { startsCut = false }: FaultProxyOptions = {},
): Promise<FaultProxy> {
  const target = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let isFrozen = false
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    join(near, far, sockets)
    if (isFrozen) near.pause()
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const cut = () =>
    new Promise<void>((resolve) => {
      if (server.listening) server.close(() => resolve())
      else resolve()
      for (const socket of sockets) socket.destroy()
    })
  const setFrozen = (isNowFrozen: boolean) => {
    isFrozen = isNowFrozen
    for (const socket of sockets) {
      if (isFrozen) socket.pause()
      else socket.resume()
    }
  }

  await listen(0)
  // A server that listens on a TCP port has an AddressInfo.
  const { port } = server.address() as AddressInfo
  if (startsCut) await cut()
  const url = new URL(serverUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    cut,
    restore: () => listen(port),
    freeze: () => setFrozen(true),
    thaw: () => setFrozen(false),
    close: cut,
  }
}

function join(near: Socket, far: Socket, sockets: Set<Socket>): void {
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
}
