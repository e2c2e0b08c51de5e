import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Problem } from '@throughline/contracts/problem'
import { NO_SNIFF } from './security-headers.js'

/** Requests that Node's parser rejects: status, code and text by error code. */
const PARSER_ERRORS = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    {
      status: 431,
      code: 'headers_too_large',
      detail: 'The request line and headers are too large.',
    },
  ],
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    { status: 408, code: 'request_timeout', detail: 'The request took too long to arrive.' },
  ],
])
const NOT_HTTP = { status: 400, code: 'bad_request', detail: 'This is not a valid HTTP request.' }
const TWO_HOSTS = { ...NOT_HTTP, detail: 'A request must have one Host header.' }

/** Whether the request has more than one Host header: Node uses the first, a proxy may use the last. */
export function hasTwoHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

/** Sends 400 (RFC 9112, section 3.2) and closes the connection. */
export function rejectTwoHosts(response: ServerResponse): void {
  const { status, headers, body } = asProblem(TWO_HOSTS)
  response.writeHead(status, headers).end(body)
}

export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const problem = PARSER_ERRORS.get(error.code ?? '') ?? NOT_HTTP
  const { status, headers, body } = asProblem(problem)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}`, ...lines]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // This closes only our side; a client that keeps sending would keep the connection and its place.
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

/** Time to read the response: destroying a connection with unread data may discard the response. */
const LINGER_MS = 1_000

/**
 * The response has no `docs`: the host was not read, and responses on foreign hosts must not reveal the API's address.
 */
function asProblem({ status, code, detail }: typeof NOT_HTTP): {
  status: number
  headers: Record<string, string>
  body: string
} {
  const requestId = randomUUID()
  const problem: Problem = {
    type: `urn:throughline:problem:${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    code,
    message: detail,
    request_id: requestId,
  }
  const body = JSON.stringify(problem)
  const headers = {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    ...NO_SNIFF,
    Connection: 'close',
  }
  return { status, headers, body }
}
