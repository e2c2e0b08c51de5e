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
  /** How large the body may be; past it the handler is told, and answers 413. */
  limitOf: (arrival: T) => number
  /** After how many milliseconds it is 408; undefined where the server's own limit for requests is enough. */
  withinMs: (arrival: T) => number | undefined
  onComplete: (arrival: T) => void
  onRejected: (arrival: T, error: DomainError) => void
}

/** Whether a request has a body. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/**
 * Receives bodies before their requests take a place in work, so that slow bodies keep none. What goes past the budget
 * is 503. Bodies of routes with a larger limit count until they are answered, since those in work would hold most of
 * the memory.
 *
 * @returns takes a request that has a body; where the client goes away nothing is called
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
      // The time that a client takes to send is none of ours, and raises no alert.
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

/** Chunks of a body that are kept as they came. */
const MAX_CHUNKS = 16

/**
 * Joins chunks past the first ones until each is less than half of the one before. A chunk costs some 450 bytes beside
 * its own, so a body in chunks of one byte would hold 450 times what is counted.
 */
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
    () => reject(domainError('request_timeout', 'The body took too long to arrive.')),
    withinMs,
  )
}

/** The body of a request that was received; empty where it had none. 413 past the limit. */
export function receivedBody(request: IncomingMessage, limitBytes: number): Buffer {
  const body = (request as Received)[BODY] ?? NO_BODY
  if (body === TOO_LARGE || body.length > limitBytes)
    throw domainError('body_too_large', `The body is larger than ${limitBytes / 1024} kB.`)
  return body
}
