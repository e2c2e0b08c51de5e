import { connect, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import {
  issueCertificate,
  makeSelfSignedCertificate,
  type CertificateAndKey,
} from '../certificates.js'
import { serve, type Served } from '../serve.js'
import { startHttpsReceiver } from './https-receiver.js'
import {
  urlOf,
  hostileHost,
  type Expectation,
  type ReceiverEnvironment,
  type ReceiverSpec,
  type RunningReceiver,
} from './receiver-spec.js'

/** tcpmux: no program listens there, and the system assigns this port to no test. */
const refusingPort = 1

export const refuses: ReceiverSpec = {
  expected: { outcomes: ['connect'], statusCodes: [null], ends: 'early', getsRequest: false },
  start: () => {
    const nobody = { port: refusingPort, sockets: new Map(), close: () => Promise.resolve() }
    return Promise.resolve(mute(nobody))
  },
}

const neverAnswered: Expectation = {
  outcomes: ['timeout'],
  statusCodes: [null],
  ends: 'at-deadline',
  getsRequest: false,
}

/** Accepts the connection and reads, but sends nothing, not even TLS. */
export const silentAfterAccept: ReceiverSpec = {
  expected: neverAnswered,
  start: async () => {
    return mute(await serve(createServer((socket) => socket.resume())))
  },
}

/** Enough for the head of a ServerHello, so that the handshake has begun. */
const handshakeBytes = 64

/** Begins a valid TLS handshake and stops in its first response. */
export const stallsInTls: ReceiverSpec = {
  expected: neverAnswered,
  start: async ({ certificate }) => {
    const inner = createTlsServer({ cert: certificate.certPem, key: certificate.keyPem })
    const hidden = await serve(inner)
    const outer = await serve(createServer((near) => passBeginning(near, hidden.port)))
    const close = async () => {
      await outer.close()
      await hidden.close()
    }
    return mute({ ...outer, close })
  },
}

function passBeginning(near: Socket, port: number): void {
  const far = connect(port, hostileHost)
  far.on('error', () => undefined)
  near.on('close', () => far.destroy())
  near.pipe(far)
  far.once('data', (chunk: Buffer) => near.write(chunk.subarray(0, handshakeBytes)))
}

function mute({ port, sockets, close }: Served): RunningReceiver {
  return { url: urlOf(port), received: [], connections: () => sockets.size, close }
}

const dayMs = 86_400_000

/** A certificate of the right authority for the right name that expired yesterday. */
export const expiredCertificate = withCertificate(({ authority }) =>
  issueCertificate(authority, {
    hosts: [hostileHost],
    notBefore: new Date(Date.now() - 30 * dayMs),
    notAfter: new Date(Date.now() - dayMs),
  }),
)

export const wrongNameCertificate = withCertificate(({ authority }) =>
  issueCertificate(authority, { hosts: ['somebody-else.example', '127.0.0.2'] }),
)

export const selfSignedCertificate = withCertificate(() =>
  makeSelfSignedCertificate({ hosts: [hostileHost] }),
)

function withCertificate(
  make: (environment: ReceiverEnvironment) => Promise<CertificateAndKey>,
): ReceiverSpec {
  return {
    expected: { outcomes: ['tls'], statusCodes: [null], ends: 'early', getsRequest: false },
    start: async (environment) =>
      startHttpsReceiver(await make(environment), ({ response }) => {
        response.writeHead(200).end()
        return 200
      }),
  }
}
