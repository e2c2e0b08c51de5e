import type { QueueBackend } from './backend.js'
import { openQueue } from './open-queue.js'

export interface JobCounter {
  /** Waiting, active and delayed jobs at one moment; null while the backend is unavailable. */
  count(): Promise<number | null>
  close(): Promise<void>
}

export function openJobCounter(backend: QueueBackend): JobCounter {
  const opened = openQueue(backend, { onWarning: () => undefined })
  return {
    count: async () => {
      const counts = await opened.current()?.getJobCounts('waiting', 'active', 'delayed')
      if (counts === undefined) return null
      return Object.values(counts).reduce((sum, count) => sum + count, 0)
    },
    close: () => opened.close(),
  }
}
