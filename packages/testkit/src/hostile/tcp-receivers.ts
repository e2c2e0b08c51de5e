import { connect, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import {
  urlOf,
  hostileHost,
  type Expectation,
  type RunningReceiver,
  type ReceiverSpec,
} from './receiver-spec.js'
import { serve, type Served } from '../serve.js'

/** tcpmux: nobody listens there, and no test can be given that port. */
const refusingPort = 1

/** Nobody listens. */
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

/** Takes the connection, reads, and says nothing, not even of TLS. */
export const silentAfterAccept: ReceiverSpec = {
  expected: neverAnswered,
  start: async () => {
    return mute(await serve(createServer((socket) => socket.resume())))
  },
}

/** Enough for the head of a ServerHello, which makes it a handshake that has begun. */
const handshakeBytes = 64

/** Begins a good TLS handshake and stops in its first answer. */
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
