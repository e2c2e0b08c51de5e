import { request as httpRequest, type Agent, type IncomingHttpHeaders } from 'node:http'
import type { Stream } from 'node:stream'
import supertest from 'supertest'

export interface TestRequest {
  /** x-project-key; null for none. */
  key?: string | null
  /** `{id}|{secret}` of an admin token; null for none. */
  token?: string | null
  /** The Host header, for link hosts. */
  host?: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** Sent unchanged, without a content type. */
  rawBody?: string | Uint8Array
  /** Sends the body in chunks, without Content-Length. */
  isChunked?: boolean
  /** The agent whose kept connections are used. */
  agent?: Agent
}

export interface TestResponse {
  status: number
  headers: IncomingHttpHeaders
  /** The body as sent. */
  text: string
  /** The body as JSON; undefined if it is not JSON. Tests know its type. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any
}

/** Sends one request, on a new connection unless an agent is given. Follows no redirect; any header may be set, also Host. */
export function sendRequest(
  url: string,
  method: string,
  options: TestRequest = {},
): Promise<TestResponse> {
  const { rawBody, isChunked, agent } = options
  const isUnusual = rawBody !== undefined || isChunked === true || agent !== undefined
  return isUnusual ? sendUnusual(url, method, options) : sendBySupertest(url, method, options)
}

async function sendBySupertest(
  url: string,
  method: string,
  options: TestRequest,
): Promise<TestResponse> {
  const call = new supertest.Test(url, method, '')
    .set(headersOf(options, undefined))
    .parse(readText)
  if (options.body !== undefined) void call.send(JSON.stringify(options.body))
  const { status, headers, body } = await call
  const text = typeof body === 'string' ? body : ''
  return { status, headers, text, body: parse(text) }
}

type Source = Stream & { headers?: IncomingHttpHeaders; destroy?: () => unknown }

/** Parses every type as text; `body` is the JSON. An event stream does not end, so it is closed after its headers. */
function readText(response: Source, callback: (error: Error | null, text: string) => void): void {
  if (response.headers?.['content-type']?.startsWith('text/event-stream') === true) {
    response.destroy?.()
    callback(null, '')
    return
  }
  const chunks: Buffer[] = []
  response.on('data', (chunk: Buffer) => chunks.push(chunk))
  response.on('end', () => callback(null, Buffer.concat(chunks).toString('utf8')))
}

/** For what supertest cannot send: bodies of bytes or without a content type, chunks, kept connections. */
function sendUnusual(url: string, method: string, options: TestRequest): Promise<TestResponse> {
  return new Promise((resolve, reject) => {
    const bytes = bodyOf(options)
    const { agent = false } = options
    const request = httpRequest(url, { method, agent, headers: headersOf(options, bytes) })
    request.on('error', reject)
    request.on('response', (response) => {
      response.on('error', reject)
      readText(response, (_error, text) => {
        const { statusCode = 0, headers } = response
        resolve({ status: statusCode, headers, text, body: parse(text) })
      })
    })
    request.end(bytes)
  })
}

function bodyOf({ rawBody, body }: TestRequest): Buffer | undefined {
  if (rawBody !== undefined) return Buffer.from(rawBody)
  return body === undefined ? undefined : Buffer.from(JSON.stringify(body))
}

function headersOf(options: TestRequest, bytes: Buffer | undefined): Record<string, string> {
  const { key, token, host, body, isChunked } = options
  return {
    ...(key === undefined || key === null ? {} : { 'x-project-key': key }),
    ...(token === undefined || token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(host === undefined ? {} : { host }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(bytes === undefined
      ? {}
      : isChunked === true
        ? { 'transfer-encoding': 'chunked' }
        : { 'content-length': String(bytes.length) }),
    ...options.headers,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
