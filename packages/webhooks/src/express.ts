import type { IncomingMessage, ServerResponse } from 'node:http'
import { readRawBody, RequestBodyTooLargeError } from './read-raw-body.js'
import { verify, type TimestampedDelivery, type VerifyOptions } from './verify.js'
import { WebhookVerificationError } from './verification-error.js'

export type SecretSource = string | ((request: IncomingMessage) => string | Promise<string>)

/** Handles a delivery. If it throws, the response is 500 and Throughline retries. Without a response, it is 204. */
export type DeliveryHandler = (
  delivery: TimestampedDelivery,
  request: IncomingMessage,
  response: ServerResponse,
) => void | Promise<void>

export type ThroughlineWebhookOptions = Omit<VerifyOptions, 'requireTimestamp'> & {
  /** Larger bodies get 413. Default 262,144 (256 KiB), far above any payload. */
  readonly maxBodyBytes?: number | undefined
}

type Next = (error?: unknown) => void
type Middleware = (request: IncomingMessage, response: ServerResponse, next?: Next) => void

const defaultMaxBodyBytes = 262_144

/**
 * A request handler for Express, Connect or `node:http`: mount it before `express.json()` or after `express.raw()`.
 * Rejects with 400, 401 or 413. Other errors go to `next`; without `next`, the response is 500.
 */
export function throughlineWebhook(
  secret: SecretSource,
  handler: DeliveryHandler,
  options: ThroughlineWebhookOptions = {},
): Middleware {
  return (request, response, next) => {
    const work = async (): Promise<void> => {
      const rawBody = await readRawBody(request, options.maxBodyBytes ?? defaultMaxBodyBytes)
      const key = typeof secret === 'string' ? secret : await secret(request)
      const delivery = verify(rawBody, request.headers, key, { ...options, requireTimestamp: true })
      await handler(delivery, request, response)
      if (!response.headersSent) response.writeHead(204).end()
    }
    work().catch((error: unknown) => {
      const refusal = refusalOf(error)
      if (refusal !== null && !response.headersSent) answer(response, refusal)
      else if (next) next(error)
      else answer(response, { status: 500, code: 'internal_error' })
    })
  }
}

type Refusal = { readonly status: number; readonly code: string }

function refusalOf(error: unknown): Refusal | null {
  if (error instanceof RequestBodyTooLargeError) return { status: 413, code: 'body_too_large' }
  if (!(error instanceof WebhookVerificationError)) return null
  switch (error.code) {
    case 'malformed_secret':
      return null
    case 'malformed_signature':
    case 'invalid_json':
      return { status: 400, code: error.code }
    case 'missing_header':
    case 'bad_signature':
    case 'timestamp_too_old':
    case 'timestamp_too_new':
      return { status: 401, code: error.code }
  }
}

function answer(response: ServerResponse, { status, code }: Refusal): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  // The rest of a half-read body must not be parsed as the next request.
  const headers = { 'content-type': 'application/json', connection: 'close' }
  response.writeHead(status, headers).end(JSON.stringify({ code }))
}
