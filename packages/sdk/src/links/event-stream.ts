import type { DynalinkEvent, DynamicLinkStream } from '../link-event.js'
import { tryCatch } from '../platform/try-catch.js'
import type { Log } from '../platform/log.js'

export interface EventStream extends DynamicLinkStream {
  emit(event: DynalinkEvent): void
  /** The last event of this start; null before the first. */
  last(): DynalinkEvent | null
}

/** Makes a stream that hands its last event to each new listener at once. */
export function createEventStream(log: Log): EventStream {
  const listeners = new Set<(event: DynalinkEvent) => void>()
  let last: DynalinkEvent | null = null
  return {
    last: () => last,
    emit(event) {
      last = event
      // One that ended another's listening is believed.
      for (const tell of [...listeners]) if (listeners.has(tell)) tell(event)
    },
    subscribe(listener) {
      // Its own function: the same listener may listen twice. One that fails keeps nobody else from hearing.
      const tell = (event: DynalinkEvent) =>
        void tryCatch(log, 'A link listener', () => listener(event))
      listeners.add(tell)
      if (last) tell(last)
      return () => {
        listeners.delete(tell)
      }
    },
  }
}
