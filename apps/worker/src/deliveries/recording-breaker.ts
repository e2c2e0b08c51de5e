import type { RecordOutcome } from '@throughline/db/deliveries/record-results'
import { isDatabaseUnavailable } from '@throughline/db/connection/errors'
import type { Logger } from '@throughline/runtime/logger'

export interface RecordingBreaker {
  isOpen(): boolean
  /** Runs a statement that records results; its outcome opens or closes the breaker. */
  watch(record: () => Promise<RecordOutcome[]>): Promise<RecordOutcome[]>
  /** Whether a probe may be sent now. If true, `endProbe` must be called once. */
  beginProbe(): boolean
  /** @param wasSent whether a result had to be recorded; if not, the probe is inconclusive */
  endProbe(wasSent: boolean): void
  /** Resolves when the breaker closes, or after the limit. */
  untilClosed(limitMs: number): Promise<void>
}

export interface RecordingBreakerOptions {
  logger: Pick<Logger, 'warn'>
  /** A statement that takes longer counts as failed until it ends; default 1.5 s. */
  slowAfterMs?: number
  nowMs?: () => number
}

/** A statement takes milliseconds. Only a lock or a stuck disk delays it this long; load does not. */
const SLOW_AFTER_MS = 1_500
/** If other results were recorded this recently, an error may concern a single row. */
const RECENT_MS = 1_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/** Delay after an inconclusive probe, whose claim failed or whose delivery was not due. */
const NEXT_PROBE_MS = 100

/** Creates a closed breaker (ADR 36). */
export function createRecordingBreaker(options: RecordingBreakerOptions): RecordingBreaker {
  const { logger, slowAfterMs = SLOW_AFTER_MS } = options
  const nowMs = options.nowMs ?? (() => performance.now())
  const waiting = new Set<() => void>()
  let isOpen = false
  let pauseMs = FIRST_PAUSE_MS
  let nextProbeMs = 0
  let lastRecordedMs = -Infinity

  const watch = async (record: () => Promise<RecordOutcome[]>) => {
    const slow = setTimeout(() => open('a statement takes too long'), slowAfterMs)
    try {
      const outcomes = await record()
      // Late results wrote nothing, so they prove nothing.
      if (outcomes.some(({ kind }) => kind === 'recorded')) close()
      return outcomes
    } catch (error) {
      if (isDatabaseUnavailable(error) || nowMs() - lastRecordedMs > RECENT_MS) open(error)
      throw error
    } finally {
      clearTimeout(slow)
    }
  }

  const open = (reason: unknown) => {
    if (isOpen) return
    isOpen = true
    pauseMs = FIRST_PAUSE_MS
    nextProbeMs = nowMs() + pauseMs
    const why = reason instanceof Error ? { err: reason } : { reason }
    logger.warn(why, 'deliveries paused: attempts cannot be recorded')
  }

  const close = () => {
    lastRecordedMs = nowMs()
    if (!isOpen) return
    isOpen = false
    logger.warn('deliveries resumed: attempts are recorded again')
    for (const resume of waiting) resume()
  }

  // Does not wait for the previous probe, whose receiver may be slow.
  const beginProbe = () => {
    if (nowMs() < nextProbeMs) return false
    nextProbeMs = nowMs() + pauseMs
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    return true
  }

  const endProbe = (wasSent: boolean) => {
    if (wasSent) return
    // Only probes that reach a receiver back off; an unavailable database is probed at a steady rate.
    pauseMs = Math.max(pauseMs / 2, FIRST_PAUSE_MS)
    nextProbeMs = Math.min(nextProbeMs, nowMs() + NEXT_PROBE_MS)
  }

  const untilClosed = (limitMs: number) =>
    new Promise<void>((resolve) => {
      const resume = () => {
        clearTimeout(timer)
        waiting.delete(resume)
        resolve()
      }
      const timer = setTimeout(resume, limitMs)
      waiting.add(resume)
    })

  return { isOpen: () => isOpen, watch, beginProbe, endProbe, untilClosed }
}
