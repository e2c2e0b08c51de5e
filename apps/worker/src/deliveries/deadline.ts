import { DeliveryError } from './delivery-error.js'

/** Deadline of an attempt, with one listener. An AbortController does the same at several times the cost. */
export class Deadline {
  readonly #timer: NodeJS.Timeout
  #onOver: ((reason: DeliveryError) => void) | null = null
  #reason: DeliveryError | null = null

  constructor(timeoutMs: number) {
    this.#timer = setTimeout(() => {
      this.#reason = new DeliveryError('timeout', `No complete response within ${timeoutMs} ms`)
      this.#onOver?.(this.#reason)
    }, timeoutMs)
  }

  /** Calls back when the deadline passes, or immediately if it has. Replaces the previous listener. */
  wait(onOver: (reason: DeliveryError) => void): void {
    if (this.#reason === null) this.#onOver = onOver
    else onOver(this.#reason)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#onOver = null
  }
}
