import { connect as connectHttp2, type ClientHttp2Stream } from 'node:http2'
import { Agent, request as httpsRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import type { Front } from '@throughline/testkit/fronts'
import { sendRequest } from './send-request.js'

export interface FrontRequest {
  host: string
  path: string
  method?: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** The client's address on loopback. */
  localAddress?: string
  /** The agent whose kept connections are used. Default: a new connection. */
  agent?: Agent
}

export interface FrontResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Sends a request by HTTP/1.1 over TLS, by the name of the host. */
export function askFront(front: Front, request: FrontRequest): Promise<FrontResponse> {
  const { host, path, method = 'GET', body, localAddress, agent = new Agent() } = request
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
  const type = bytes === undefined ? {} : { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = httpsRequest({
      host: '127.0.0.1',
      port: front.port,
      servername: host,
      ca: front.caPem,
      path,
      method,
      agent,
      headers: { host, ...type, ...request.headers },
      ...(localAddress === undefined ? {} : { localAddress }),
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const { statusCode: status = 0, headers } = response
      text(response).then((body) => resolve({ status, headers, text: body }), reject)
    })
    sent.end(bytes)
  })
}

export interface Http2Response {
  status: number
  headers: Record<string, unknown>
  /** What has arrived so far. */
  read: () => string
  close: () => void
}

/** Sends a GET request by HTTP/2, as browsers do. Resolves with the response's headers. */
export function openByHttp2(
  { port, caPem: ca }: Front,
  { host, path, headers }: Pick<FrontRequest, 'host' | 'path' | 'headers'>,
): Promise<Http2Response> {
  const dialled = { host: '127.0.0.1', port, servername: host, ca, ALPNProtocols: ['h2'] }
  const session = connectHttp2(`https://${host}`, { createConnection: () => connectTls(dialled) })
  return new Promise((resolve, reject) => {
    session.on('error', reject)
    const stream: ClientHttp2Stream = session.request({ ':path': path, ...headers })
    let received = ''
    stream.setEncoding('utf8').on('data', (chunk: string) => (received += chunk))
    stream.on('error', reject)
    stream.on('response', ({ ':status': status = 0, ...rest }) =>
      resolve({ status, headers: rest, read: () => received, close: () => session.destroy() }),
    )
  })
}

/** Sends a GET request by plain HTTP. */
export function askByHttp({ httpPort }: Front, { host, path }: { host: string; path: string }) {
  return sendRequest(`http://127.0.0.1:${httpPort}${path}`, 'GET', { host })
}

export interface FrontLoad {
  /** Stops it. @returns the number of responses by method and status, of 500 and more with text, and of errors by message */
  stop: () => Promise<Record<string, number>>
}

/** Repeats each request, without pause and on kept connections, until it is stopped. */
export function startLoad(front: Front, requests: (() => FrontRequest)[]): FrontLoad {
  const seen: Record<string, number> = {}
  let isStopped = false
  const repeat = async (next: () => FrontRequest) => {
    const agent = new Agent({ keepAlive: true })
    while (!isStopped) {
      const request = next()
      const what = await askFront(front, { ...request, agent }).then(
        ({ status, text }) =>
          `${request.method ?? 'GET'} ${status}${status < 500 ? '' : ` ${text.slice(0, 200)}`}`,
        String,
      )
      seen[what] = (seen[what] ?? 0) + 1
    }
    agent.destroy()
  }
  const loops = requests.map(repeat)
  return {
    stop: async () => {
      isStopped = true
      await Promise.all(loops)
      return seen
    },
  }
}
