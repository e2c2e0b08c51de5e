import type { ReceiverEnvironment, ReceiverSpec } from './receiver-spec.js'
import { startHttpsReceiver, type Exchange } from './https-receiver.js'

/** Sends several bytes before the deadline, to detect a sender whose timeout restarts with each byte. */
function byteEveryMs({ timeoutMs }: ReceiverEnvironment): number {
  return Math.min(1_000, timeoutMs / 5)
}

/** The head of a response, one byte per second, which would take minutes. */
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

/** A success status immediately, then the body with one byte per second. */
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

/** Time before the deadline that a busy machine may need for the handshake and the response. */
function spareMs(timeoutMs: number): number {
  return Math.min(500, timeoutMs * 0.4)
}

/** 204 just before the deadline. The deadline starts before the connection reaches this receiver. */
export const answersJustInTime: ReceiverSpec = {
  expected: { outcomes: ['success'], statusCodes: [204], ends: 'early', getsRequest: true },
  start: (environment) =>
    answersAfter(environment, Math.max(0, environment.timeoutMs - spareMs(environment.timeoutMs))),
}

const lateMs = 100

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
