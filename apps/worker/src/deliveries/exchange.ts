import type { Dispatcher } from 'undici'
import type { Deadline } from './deadline.js'
import { DeliveryError } from './delivery-error.js'

export interface ExchangeRequest {
  path: string
  headers: Record<string, string>
  body: Buffer
}

export interface Exchange {
  /** Null when no status was received. */
  statusCode: number | null
  responseBody: Buffer
  /** Null when the response was complete or reached the cap. */
  failure: unknown
}

/** How much of a response body is read (docs/api-contract.md, "Success and failure"). */
export const MAX_RESPONSE_BYTES = 16 * 1024

/** RFC 9110 allows any number of informational (1xx) responses; receivers need only a few. */
export const MAX_INFORMATIONAL_RESPONSES = 10

/** Sends one POST; never rejects. `deadline` ends any stage: undici ignores a signal while it connects. */
export function exchange(
  dispatcher: Dispatcher,
  { path, headers, body }: ExchangeRequest,
  deadline: Deadline,
): Promise<Exchange> {
  return new Promise((resolve) => {
    const reader = new AnswerReader(resolve)
    deadline.wait((reason) => reader.cut(reason))
    dispatcher.dispatch({ method: 'POST', path, headers, body }, reader)
  })
}

const OVER = new DeliveryError('timeout', 'The exchange is over')
const TOO_MANY_INFORMATIONAL = new DeliveryError(
  'too_large',
  `The receiver sent more than ${MAX_INFORMATIONAL_RESPONSES} informational (1xx) responses`,
)
const NOTHING = Buffer.alloc(0)

/** A class, because each attempt creates one and a bundle that keeps names pays for each closure. */
class AnswerReader implements Dispatcher.DispatchHandler {
  readonly #resolve: (exchange: Exchange) => void
  readonly #chunks: Buffer[] = []
  #size = 0
  #informational = 0
  #statusCode: number | null = null
  #controller: Dispatcher.DispatchController | null = null
  #isOver = false

  constructor(resolve: (exchange: Exchange) => void) {
    this.#resolve = resolve
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // The connection was opened too late, so nothing may be sent.
    if (this.#isOver) controller.abort(OVER)
  }

  onResponseStart(_controller: Dispatcher.DispatchController, statusCode: number): void {
    if (statusCode >= 200) {
      this.#statusCode = statusCode
      return
    }
    this.#informational += 1
    if (this.#informational > MAX_INFORMATIONAL_RESPONSES) this.cut(TOO_MANY_INFORMATIONAL)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    if (this.#size > MAX_RESPONSE_BYTES) this.cut(null)
  }

  onResponseEnd(): void {
    this.#end(null)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end(error)
  }

  cut(failure: unknown): void {
    this.#end(failure)
    this.#controller?.abort(OVER)
  }

  #end(failure: unknown): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#resolve({ statusCode: this.#statusCode, responseBody: this.#body(), failure })
  }

  #body(): Buffer {
    const [first = NOTHING, ...others] = this.#chunks
    const whole = others.length === 0 ? first : Buffer.concat(this.#chunks)
    return whole.length <= MAX_RESPONSE_BYTES ? whole : whole.subarray(0, MAX_RESPONSE_BYTES)
  }
}
