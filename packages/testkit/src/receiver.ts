import { EventEmitter } from 'node:events'
import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import {
  issueCertificate,
  makeCertificateAuthority,
  type CertificateAndKey,
} from './certificates.js'
import { serve } from './serve.js'

export type ReceivedRequest = {
  readonly method: string
  readonly path: string
  /** Alternating names and values, in the received order and case. */
  readonly rawHeaders: readonly string[]
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** When the last byte of the body arrived. */
  readonly receivedAt: Date
  /** Equal for two requests that shared one connection. */
  readonly remotePort: number
}

export type ReceiverAnswer = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** How long to wait between the complete request and the first byte of the response. */
  readonly delayMs?: number
}

/** `hang`: no answer, the connection stays open; `reset`: a TCP reset; or a function that writes the response. */
export type ReceiverReply = ReceiverAnswer | 'hang' | 'reset' | ((response: ServerResponse) => void)

/** @param n number of the request, from 1 */
export type Respond = (request: ReceivedRequest, n: number) => ReceiverReply

export type ReceiverOptions = {
  /** Default: plain http. */
  readonly tls?: CertificateAndKey
  /** Default: 200 with an empty body. */
  readonly respond?: Respond
  /** Default: any free one. */
  readonly port?: number
}

export type Receiver = {
  readonly port: number
  readonly requests: readonly ReceivedRequest[]
  readonly url: (path?: string) => string
  readonly respondWith: (respond: Respond) => void
  /** Resolves with all requests as soon as there are `count`. Rejects after the timeout. */
  readonly waitForRequests: (
    count: number,
    timeoutMs?: number,
  ) => Promise<readonly ReceivedRequest[]>
  readonly close: () => Promise<void>
}

const defaultWaitMs = 30_000

export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const requests: ReceivedRequest[] = []
  const arrivals = new EventEmitter().setMaxListeners(0)
  const timers = new Set<NodeJS.Timeout>()
  let respond: Respond = options.respond ?? (() => ({ status: 200 }))

  const { tls } = options
  const server =
    tls === undefined
      ? createHttpServer()
      : createHttpsServer({ cert: tls.certPem, key: tls.keyPem })
  server.on('request', (incoming, response) => {
    void receive(incoming).then((request) => {
      if (request === null) return
      const n = requests.push(request)
      const raw = served.sockets.get(request.remotePort)
      reply({ reply: respond(request, n), response, raw, timers })
      arrivals.emit('request')
    })
  })
  const served = await serve(server, options.port)
  const { port } = served

  return {
    port,
    requests,
    url: (path = '/') => `${tls === undefined ? 'http' : 'https'}://localhost:${port}${path}`,
    respondWith: (next) => void (respond = next),
    waitForRequests: (count, timeoutMs = defaultWaitMs) =>
      waitForCount({ requests, arrivals, count, timeoutMs }),
    close: async () => {
      for (const timer of timers) clearTimeout(timer)
      await served.close()
    },
  }
}

export type TestReceiver = Receiver & {
  /** The authority to trust: as `ca` of a client or by NODE_EXTRA_CA_CERTS. */
  readonly caPem: string
}

/** A receiver with a certificate for localhost, 127.0.0.1 and ::1 of a separate authority. */
export async function startTestReceiver(
  options: Omit<ReceiverOptions, 'tls'> = {},
): Promise<TestReceiver> {
  const authority = await makeCertificateAuthority()
  const tls = await issueCertificate(authority, { hosts: ['localhost', '127.0.0.1', '::1'] })
  return { ...(await startReceiver({ ...options, tls })), caPem: authority.certPem }
}

async function receive(incoming: IncomingMessage): Promise<ReceivedRequest | null> {
  const remotePort = incoming.socket.remotePort ?? 0
  const chunks: Buffer[] = []
  try {
    // Without a set encoding a request's chunks are buffers.
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
  } catch {
    return null
  }
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    rawHeaders: incoming.rawHeaders,
    headers: incoming.headers,
    body: Buffer.concat(chunks),
    receivedAt: new Date(),
    remotePort,
  }
}

type ReplyContext = {
  readonly reply: ReceiverReply
  readonly response: ServerResponse
  readonly raw: Socket | undefined
  readonly timers: Set<NodeJS.Timeout>
}

function reply({ reply: wanted, response, raw, timers }: ReplyContext): void {
  if (wanted === 'hang') return
  if (wanted === 'reset') {
    raw?.resetAndDestroy()
    return
  }
  if (typeof wanted === 'function') {
    wanted(response)
    return
  }
  const write = () => void response.writeHead(wanted.status, wanted.headers).end(wanted.body)
  if (wanted.delayMs === undefined) {
    write()
    return
  }
  const timer = setTimeout(() => {
    timers.delete(timer)
    write()
  }, wanted.delayMs)
  timers.add(timer)
}

type Wait = {
  readonly requests: readonly ReceivedRequest[]
  readonly arrivals: EventEmitter
  readonly count: number
  readonly timeoutMs: number
}

function waitForCount({ requests, arrivals, count, timeoutMs }: Wait) {
  return new Promise<readonly ReceivedRequest[]>((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      arrivals.off('request', check)
      settle()
    }
    const check = () => {
      if (requests.length >= count) finish(() => resolve([...requests]))
    }
    const timer = setTimeout(() => {
      const got = `only ${requests.length} of ${count} requests came within ${timeoutMs} ms`
      finish(() => reject(new Error(`the receiver timed out: ${got}`)))
    }, timeoutMs)
    arrivals.on('request', check)
    check()
  })
}
