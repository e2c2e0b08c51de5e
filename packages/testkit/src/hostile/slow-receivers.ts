import type { ReceiverEnvironment, ReceiverSpec } from './receiver-spec.js'
import { startHttpsReceiver, type Exchange } from './https-receiver.js'

/** Several bytes before the deadline, so that a sender whose clock starts anew with each byte is found out. */
function byteEveryMs({ timeoutMs }: ReceiverEnvironment): number {
  return Math.min(1_000, timeoutMs / 5)
}

/** The head of an answer, one byte a second: its end would come after minutes. */
export const slowHeaders: ReceiverSpec = {
  expected: {
    outcomes: ['timeout'],
    statusCodes: [null],
    ends: 'at-deadline',
    getsRequest: true,
  },
  start: (environment) => {
    const head = `HTTP/1.1 200 OK\r\nx-filler: ${'a'.repeat(400)}\r\n\r\n`
    return startHttpsReceiver(environment.certificate, (exchange) => {
      const { socket } = exchange.response
      drip(exchange, {
        bytes: head,
        everyMs: byteEveryMs(environment),
        write: (b) => socket?.write(b),
      })
      return null
    })
  },
}

/** A good status at once, and then the body one byte a second. */
export const slowBody: ReceiverSpec = {
  expected: { outcomes: ['timeout'], statusCodes: [200], ends: 'at-deadline', getsRequest: true },
  start: (environment) => {
    const body = 'b'.repeat(500)
    return startHttpsReceiver(environment.certificate, (exchange) => {
      const { response } = exchange
      response.writeHead(200, { 'content-length': body.length })
      drip(exchange, {
        bytes: body,
        everyMs: byteEveryMs(environment),
        write: (b) => response.write(b),
      })
      return 200
    })
  },
}

/** How long before the deadline: what a busy machine may need for the handshake and the answer. */
function spareMs(timeoutMs: number): number {
  return Math.min(500, timeoutMs * 0.4)
}

/** 204 just before the deadline, which began before this receiver could know. */
export const answersJustInTime: ReceiverSpec = {
  expected: { outcomes: ['success'], statusCodes: [204], ends: 'early', getsRequest: true },
  start: (environment) =>
    answersAfter(environment, Math.max(0, environment.timeoutMs - spareMs(environment.timeoutMs))),
}

const lateMs = 100

/** 204 just after the deadline. */
export const answersJustTooLate: ReceiverSpec = {
  expected: { outcomes: ['timeout'], statusCodes: [null], ends: 'at-deadline', getsRequest: true },
  start: (environment) => answersAfter(environment, environment.timeoutMs + lateMs),
}

function answersAfter({ certificate }: ReceiverEnvironment, ms: number) {
  return startHttpsReceiver(certificate, ({ response, after }) => {
    after(ms, () => void response.writeHead(204).end())
    return 204
  })
}

type Drip = {
  readonly bytes: string
  readonly everyMs: number
  readonly write: (byte: string) => unknown
}

function drip(exchange: Exchange, { bytes, everyMs, write }: Drip): void {
  let n = 0
  const next = () => {
    if (n === bytes.length) return
    write(bytes.charAt(n))
    n += 1
    exchange.after(everyMs, next)
  }
  next()
}
