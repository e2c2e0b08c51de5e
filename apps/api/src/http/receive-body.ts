import type { IncomingMessage } from 'node:http'
import { domainError, type DomainError } from '@throughline/core/lib/errors'
import type { Arrival } from './arrival.js'
import { BodyBudget } from './body-budget.js'
import { DEFAULT_LIMIT_BYTES } from './body-limits.js'
import { overloaded } from './reject-request.js'

const BODY = Symbol('body')
const TOO_LARGE = 'too large'
const NO_BODY = Buffer.alloc(0)
type Received = IncomingMessage & { [BODY]?: Buffer | typeof TOO_LARGE }

export interface BodyReceiverOptions<T extends Arrival> {
  /** Maximum size of a body; beyond it the handler is called and responds 413. */
  limitOf: (arrival: T) => number
  /** Milliseconds until 408; undefined to use only the server's limit. */
  withinMs: (arrival: T) => number | undefined
  onComplete: (arrival: T) => void
  onRejected: (arrival: T, error: DomainError) => void
}

export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/**
 * Receives bodies before their requests take a place, so that slow ones occupy none; 503 beyond the budget. Large ones
 * count until their response. If the client disconnects, nothing is called.
 */
export function createBodyReceiver<T extends Arrival>(
  options: BodyReceiverOptions<T>,
): (arrival: T) => void {
  const budget = new BodyBudget()
  return (arrival) => {
    const request: Received = arrival.request
    const limit = options.limitOf(arrival)
    if (Number(request.headers['content-length'] ?? 0) > limit) {
      request[BODY] = TOO_LARGE
      options.onComplete(arrival)
      return
    }
    const budgeted = budget.begin(arrival.client, limit > DEFAULT_LIMIT_BYTES)
    if (budgeted === null) {
      options.onRejected(arrival, overloaded())
      return
    }
    const chunks: Buffer[] = []
    const giveBack = () => budget.end(budgeted)
    const listenNoMore = () => {
      clearTimeout(timer)
      request.off('data', onData).off('end', onEnd).off('close', stop)
    }
    const stop = () => {
      listenNoMore()
      giveBack()
    }
    const complete = (body: Buffer | typeof TOO_LARGE) => {
      listenNoMore()
      const { response } = arrival
      if (budgeted.isLarge && body !== TOO_LARGE && !response.closed)
        response.once('close', giveBack)
      else giveBack()
      request[BODY] = body
      // The time that the client takes to send must not count as ours and raise an alert.
      arrival.startedMs = performance.now()
      options.onComplete(arrival)
    }
    const reject = (error: DomainError) => {
      stop()
      options.onRejected(arrival, error)
    }
    const onData = (chunk: Buffer) => {
      const isWithin = budget.add(budgeted, chunk.length)
      append(chunks, chunk)
      if (budgeted.bytes > limit) {
        request.resume()
        complete(TOO_LARGE)
      } else if (!isWithin) reject(overloaded())
    }
    const onEnd = () => complete(Buffer.concat(chunks))
    const timer = startTimer(options.withinMs(arrival), reject)
    request.on('data', onData).on('end', onEnd).on('close', stop)
  }
}

const MAX_CHUNKS = 16

/** Joins chunks until each is less than half of the previous: a chunk has about 450 bytes of overhead. */
function append(chunks: Buffer[], chunk: Buffer): void {
  let last = chunk
  while (chunks.length >= MAX_CHUNKS && last.length * 2 >= (chunks.at(-1)?.length ?? 0))
    last = Buffer.concat([...chunks.splice(-1), last])
  chunks.push(last)
}

function startTimer(
  withinMs: number | undefined,
  reject: (error: DomainError) => void,
): NodeJS.Timeout | undefined {
  if (withinMs === undefined) return undefined
  return setTimeout(
    () =>
      reject(
        domainError(
          'request_timeout',
          `The body took too long to arrive. Send the complete body within ${withinMs / 1_000} s.`,
        ),
      ),
    withinMs,
  )
}

export function receivedBody(request: IncomingMessage, limitBytes: number): Buffer {
  const body = (request as Received)[BODY] ?? NO_BODY
  if (body === TOO_LARGE || body.length > limitBytes)
    throw domainError(
      'body_too_large',
      `The body is larger than ${limitBytes / 1024} kB, which is the limit of this call. Send less data per request.`,
    )
  return body
}
