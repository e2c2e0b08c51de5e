import { DeliveryError } from './delivery-error.js'

/**
 * The one deadline of an attempt. An AbortController does the same at several times the cost, which every attempt
 * would pay. One at a time waits for it.
 */
export class Deadline {
  readonly #timer: NodeJS.Timeout
  #onOver: ((reason: DeliveryError) => void) | null = null
  #reason: DeliveryError | null = null

  constructor(timeoutMs: number) {
    this.#timer = setTimeout(() => {
      this.#reason = new DeliveryError('timeout', `No complete answer within ${timeoutMs} ms`)
      this.#onOver?.(this.#reason)
    }, timeoutMs)
  }

  /** Calls back when it is over, at once if it is already; the one who waited before no longer does. */
  wait(onOver: (reason: DeliveryError) => void): void {
    if (this.#reason === null) this.#onOver = onOver
    else onOver(this.#reason)
  }

  /** Nobody waits any more. */
  end(): void {
    clearTimeout(this.#timer)
    this.#onOver = null
  }
}
