import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Problem } from '@throughline/contracts/problem'

/** What Node's parser refuses before there is a request: status, code and words by its error's code. */
const REFUSALS = new Map([
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

/** Answers what is no HTTP, or too much of it, as a problem like every other, and closes the connection. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, code, detail } = REFUSALS.get(error.code ?? '') ?? NOT_HTTP
  const requestId = randomUUID()
  const title = STATUS_CODES[status] ?? 'Error'
  const problem: Problem = {
    type: `urn:throughline:problem:${code}`,
    title,
    status,
    detail,
    code,
    message: detail,
    request_id: requestId,
  }
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // Ended here it is still open from there: who goes on sending would keep it, and his place among the requests in work.
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

/** Time to read the answer: what is still on its way when a connection is destroyed may take the answer with it. */
const LINGER_MS = 1_000
