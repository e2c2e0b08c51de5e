import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { CertificateAndKey } from './certificates.js'

/** Length and code of the message with which a client requests TLS from PostgreSQL. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

export interface TlsFront {
  /** The server's URL with the address of the proxy. */
  url: string
  /** The number of connections over TLS so far. */
  secured: () => number
  close: () => void
}

/** A proxy in front of a real PostgreSQL that accepts only TLS, as managed servers do. */
export async function startTlsFront(serverUrl: string, tls: CertificateAndKey): Promise<TlsFront> {
  const target = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let secured = 0
  const server = createServer((near) => {
    keep(near)
    near.once('data', (first: Buffer) => {
      if (!first.equals(SSL_REQUEST)) {
        near.destroy()
        return
      }
      near.pause()
      near.write('S')
      const options = { isServer: true, cert: tls.certPem, key: tls.keyPem }
      const inner = keep(new TLSSocket(near, options))
      inner.once('secure', () => (secured += 1))
      const far = keep(connect(Number(target.port), target.hostname))
      inner.pipe(far).pipe(inner)
    })
  })
  function keep<Kept extends Socket>(socket: Kept): Kept {
    sockets.add(socket)
    socket.on('error', () => undefined)
    return socket
  }
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const url = new URL(serverUrl)
  url.hostname = 'localhost'
  // A server that listens on a TCP port has an AddressInfo.
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    secured: () => secured,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
