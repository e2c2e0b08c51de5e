import type { IncomingMessage } from 'node:http'
import { domainError, type DomainError } from '@throughline/core/errors'
import type { Arrival } from './arrival.js'
import { addTo } from './counts.js'
import { overloaded } from './reject-request.js'

/** All bodies of a process that are still arriving. */
const MAX_BYTES_UNDER_WAY = 32 * 1024 * 1024
const MAX_BODIES_PER_CLIENT = 100

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
 * Receives bodies before their requests take a place in work, so that slow bodies keep none. Together they hold at
 * most 32 MB, and a client at most 100 at once; what comes on top is 503.
 *
 * @returns takes a request that has a body; where the client goes away nothing is called
 */
export function createBodyReceiver<T extends Arrival>(
  options: BodyReceiverOptions<T>,
): (arrival: T) => void {
  let bytesUnderWay = 0
  const byClient = new Map<string, number>()
  return (arrival) => {
    const { client } = arrival
    const request: Received = arrival.request
    const limit = options.limitOf(arrival)
    if (Number(request.headers['content-length'] ?? 0) > limit) {
      request[BODY] = TOO_LARGE
      options.onComplete(arrival)
      return
    }
    if (client !== null && (byClient.get(client) ?? 0) >= MAX_BODIES_PER_CLIENT) {
      options.onRejected(arrival, overloaded())
      return
    }
    const chunks: Buffer[] = []
    let length = 0
    const stop = () => {
      clearTimeout(timer)
      request.off('data', onData).off('end', onEnd).off('close', stop)
      bytesUnderWay -= length
      if (client !== null) addTo(byClient, client, -1)
    }
    const complete = (body: Buffer | typeof TOO_LARGE) => {
      stop()
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
      length += chunk.length
      bytesUnderWay += chunk.length
      chunks.push(chunk)
      if (length > limit) {
        request.resume()
        complete(TOO_LARGE)
      } else if (bytesUnderWay > MAX_BYTES_UNDER_WAY) reject(overloaded())
    }
    const onEnd = () => complete(Buffer.concat(chunks))
    const timer = startTimer(options.withinMs(arrival), reject)
    if (client !== null) addTo(byClient, client, 1)
    request.on('data', onData).on('end', onEnd).on('close', stop)
  }
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
