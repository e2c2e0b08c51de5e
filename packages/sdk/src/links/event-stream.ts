import type { DynalinkEvent, DynamicLinkStream } from '../link-event.js'
import { tryCatch } from '../platform/try-catch.js'
import type { Log } from '../platform/log.js'

export interface EventStream extends DynamicLinkStream {
  emit(event: DynalinkEvent): void
  /** The last event of this start, or null. */
  last(): DynalinkEvent | null
}

export function createEventStream(log: Log): EventStream {
  const listeners = new Set<(event: DynalinkEvent) => void>()
  let last: DynalinkEvent | null = null
  return {
    last: () => last,
    emit(event) {
      last = event
      // A listener may unsubscribe another one meanwhile.
      for (const tell of [...listeners]) if (listeners.has(tell)) tell(event)
    },
    subscribe(listener) {
      // A new function, because the same listener may subscribe twice. An error of one does not affect the others.
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
