import { Deadline } from './deadline.js'
import { classify, DeliveryError, describe, ProxyError, type ErrorClass } from './delivery-error.js'
import { exchange, type Exchange } from './exchange.js'
import type { GuardedAgent } from './guarded-agent.js'

export interface DeliveryRequest {
  url: string
  headers: Record<string, string>
  body: Buffer
  /** The database's time of the request, which `webhook-timestamp` has in seconds. In milliseconds since 1970. */
  startedAtMs: number
  /** One deadline for DNS, connect, TLS, headers and body. */
  timeoutMs: number
}

export interface SentAttempt {
  kind: 'attempted'
  isSuccess: boolean
  startedAtMs: number
  durationMs: number
  statusCode: number | null
  errorClass: ErrorClass | null
  error: string | null
  responseBody: string | null
  address: string | null
}

export type SendOutcome =
  | SentAttempt
  /** The egress proxy opened no tunnel: nothing was sent, so this is not an attempt. */
  | { kind: 'fault'; error: Error }

/** How many of a name's addresses are tried. Only a failed connect leads to the next, so nothing is sent twice. */
const MAX_ADDRESSES = 3

/** Makes one attempt. Never throws: errors are part of the outcome. */
export async function sendDelivery(
  agent: GuardedAgent,
  request: DeliveryRequest,
): Promise<SendOutcome> {
  const startedMs = performance.now()
  const deadline = new Deadline(request.timeoutMs)
  const tried: Tried = { address: null }
  try {
    const answer = await attempt(agent, request, { deadline, tried })
    if (answer.failure instanceof ProxyError) return { kind: 'fault', error: answer.failure }
    return conclude(request, answer, { tried, durationMs: performance.now() - startedMs })
  } catch (error) {
    const answer = { statusCode: null, responseBody: Buffer.alloc(0), failure: error }
    return conclude(request, answer, { tried, durationMs: performance.now() - startedMs })
  } finally {
    deadline.end()
  }
}

interface Tried {
  address: string | null
}

interface Attempt {
  deadline: Deadline
  tried: Tried
}

async function attempt(
  agent: GuardedAgent,
  request: DeliveryRequest,
  { deadline, tried }: Attempt,
): Promise<Exchange> {
  const { target, origin, path } = agent.readUrl(request.url)
  const found = agent.allowedAddresses(target)
  const addresses = Array.isArray(found) ? found : await withDeadline(deadline, found)
  const wanted = { path, headers: request.headers, body: request.body }
  let answer: Exchange | undefined
  for (const address of addresses.slice(0, MAX_ADDRESSES)) {
    tried.address = address
    answer = await exchange(agent.connectionsTo(target, origin, address), wanted, deadline)
    if (!(answer.failure instanceof DeliveryError) || answer.failure.errorClass !== 'connect') break
  }
  if (answer === undefined) throw new DeliveryError('dns', 'The host name resolves to no address')
  return answer
}

/** Settles like `work`, or rejects when the deadline passes first. */
function withDeadline<Result>(deadline: Deadline, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    deadline.wait(reject)
    work.then(resolve, reject)
  })
}

function conclude(
  { startedAtMs }: DeliveryRequest,
  answer: Exchange,
  { tried, durationMs }: { tried: Tried; durationMs: number },
): SentAttempt {
  const failure = failureOf(answer)
  return {
    kind: 'attempted',
    isSuccess: failure === null,
    startedAtMs,
    durationMs: Math.round(durationMs),
    statusCode: answer.statusCode,
    errorClass: failure?.errorClass ?? null,
    error: failure?.text ?? null,
    responseBody: textOf(answer.responseBody),
    address: tried.address,
  }
}

function failureOf({
  failure,
  statusCode,
}: Exchange): { errorClass: ErrorClass; text: string } | null {
  if (failure !== null) return { errorClass: classify(failure), text: describe(failure) }
  if (statusCode === null)
    return { errorClass: 'reset', text: 'The connection closed before a response' }
  if (statusCode >= 200 && statusCode < 300) return null
  const errorClass = statusCode >= 300 && statusCode < 400 ? 'redirect' : 'status'
  return { errorClass, text: `The receiver returned ${statusCode}` }
}

function textOf(body: Buffer): string | null {
  return body.length === 0 ? null : body.toString('utf8').replaceAll('\0', '')
}
