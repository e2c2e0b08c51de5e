import type { DynalinkEvent, DynamicLinkStream } from '../link-event.js'
import type { Log } from '../platform/log.js'

export interface EventStream extends DynamicLinkStream {
  emit(event: DynalinkEvent): void
  /** The last event of this start; null before the first. */
  readonly last: DynalinkEvent | null
}

/** Makes a stream that hands its last event to each new listener at once. */
export function createEventStream(log: Log): EventStream {
  const listeners = new Set<{ tell: (event: DynalinkEvent) => void }>()
  let last: DynalinkEvent | null = null
  // One listener's fault is no reason that the others do not hear of the link.
  const tell = (listener: { tell: (event: DynalinkEvent) => void }, event: DynalinkEvent) => {
    try {
      listener.tell(event)
    } catch (error) {
      log.warn(`A listener of dynamicLinkStream failed: ${String(error)}`)
    }
  }
  return {
    get last() {
      return last
    },
    emit(event) {
      last = event
      for (const listener of [...listeners]) tell(listener, event)
    },
    subscribe(listener) {
      // Its own object: the same function may listen twice.
      const entry = { tell: listener }
      listeners.add(entry)
      if (last !== null) tell(entry, last)
      return () => {
        listeners.delete(entry)
      }
    },
  }
}
