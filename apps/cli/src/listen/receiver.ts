import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import got from 'got'

export interface ReceivedRequest {
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Answer {
  status: number
  contentType?: string | undefined
  body?: Buffer
  /** Why the server to which the request was forwarded did not respond. */
  error?: string
}

/**
 * Starts an HTTP server that responds to each POST with the result of `receive`.
 *
 * @param where.host the address to listen on; undefined for all addresses
 */
export async function startReceiver(
  { port, host }: { port: number; host: string | undefined },
  receive: (request: ReceivedRequest) => Promise<Answer>,
): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(405, { allow: 'POST' }).end()
      return
    }
    buffer(request)
      .then((body) => receive({ headers: request.headers, body }))
      .then(({ status, contentType, body }) => {
        response.writeHead(status, contentType === undefined ? {} : { 'content-type': contentType })
        response.end(body)
      })
      .catch(() => response.destroy())
  }).listen(port, host)
  await once(server, 'listening')
  // A server that listens on a TCP port has an AddressInfo.
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${bound}/`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Headers that apply to one connection only and are not forwarded. */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set(['host', 'connection', 'content-length'])
/** The worker's timeout for an attempt. */
const TIMEOUT_MS = 15_000

/** Forwards a request with the same headers and bytes. Returns 502 if the server does not respond. */
export async function forward(url: string, { headers, body }: ReceivedRequest): Promise<Answer> {
  const kept = Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.has(name))
  try {
    const reply = await got.post(url, {
      body,
      headers: Object.fromEntries(kept),
      responseType: 'buffer',
      decompress: false,
      followRedirect: false,
      throwHttpErrors: false,
      retry: { limit: 0 },
      timeout: { request: TIMEOUT_MS },
    })
    return {
      status: reply.statusCode,
      contentType: reply.headers['content-type'],
      body: reply.body,
    }
  } catch (error) {
    return { status: 502, error: error instanceof Error ? error.message : String(error) }
  }
}
