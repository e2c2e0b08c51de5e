import type { IncomingMessage, ServerResponse } from 'node:http'
import { readRawBody, RequestBodyTooLargeError } from './read-raw-body.js'
import { verify, type TimestampedDelivery, type VerifyOptions } from './verify.js'
import { WebhookVerificationError } from './verification-error.js'

/** The secret itself, or how to find it for a request (several webhooks on one route). */
export type SecretSource = string | ((request: IncomingMessage) => string | Promise<string>)

/**
 * Does the receiver's work. What it throws is answered with 500, so that the delivery is retried;
 * when it returns without having answered, the answer is 204.
 */
export type DeliveryHandler = (
  delivery: TimestampedDelivery,
  request: IncomingMessage,
  response: ServerResponse,
) => void | Promise<void>

export type ThroughlineWebhookOptions = Omit<VerifyOptions, 'requireTimestamp'> & {
  /** Larger bodies are answered with 413. Default 262,144 (256 KiB), far above any payload. */
  readonly maxBodyBytes?: number | undefined
}

type Next = (error?: unknown) => void
type Middleware = (request: IncomingMessage, response: ServerResponse, next?: Next) => void

const defaultMaxBodyBytes = 262_144

/**
 * A request handler for Express 4 and 5, Connect or bare `node:http`, which answers what is not
 * authentic and hands on the rest. It reads the raw body itself, so mount it before
 * `express.json()`; after `express.raw({ type: 'application/json' })` it takes that buffer.
 *
 * Answers: 401 for a signature, a time stamp or a header that is wrong, 400 for a malformed one and
 * for a body that is no JSON, 413 for a body over the limit, each with `{"code": …}`. The time
 * stamp is always required. Errors of the receiver itself (its handler, a malformed secret, a body
 * that another parser has eaten) go to `next`, or are answered with 500 where there is none.
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
  // Whatever is left of a body that was refused half-read must not be taken for a next request.
  const headers = { 'content-type': 'application/json', connection: 'close' }
  response.writeHead(status, headers).end(JSON.stringify({ code }))
}
