import type { RecordOutcome } from '@throughline/db/deliveries/record-results'
import { isDatabaseUnavailable } from '@throughline/db/connection/errors'
import type { Logger } from '@throughline/runtime/logger'

/** A circuit breaker on the recording of results: while it is open nothing is claimed, but for a probe now and then. */
export interface RecordingBreaker {
  isOpen(): boolean
  /** Runs a statement that records results; what becomes of it opens or closes the breaker. */
  watch(record: () => Promise<RecordOutcome[]>): Promise<RecordOutcome[]>
  /** Whether a delivery may go out now, to find out whether results can be recorded; then `endProbe` must be called, once. */
  beginProbe(): boolean
  /** @param wasSent whether there was a result to be recorded; otherwise the probe has told nothing */
  endProbe(wasSent: boolean): void
  /** Resolves when it closes, after so long at the latest. */
  untilClosed(limitMs: number): Promise<void>
}

export interface RecordingBreakerOptions {
  logger: Pick<Logger, 'warn'>
  /** A statement that takes longer than this counts as failed until it ends; 1.5 s unless told. */
  slowAfterMs?: number
  nowMs?: () => number
}

/** A statement ends in milliseconds; a lock, or a disk that is stuck, keeps it for longer than any load does. */
const SLOW_AFTER_MS = 1_500
/** Where others were recorded so shortly before, a refusal may be about its own row alone. */
const RECENT_MS = 1_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/** After a probe that told nothing: its claim failed, or its delivery was not due. */
const NEXT_PROBE_MS = 100

/** Closed at first (ADR 36). */
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
      // Of results that came too late nothing was written, which proves nothing.
      if (outcomes.some(({ kind }) => kind === 'settled')) close()
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
    logger.warn(why, 'attempts cannot be recorded: deliveries are paused until they can')
  }

  const close = () => {
    lastRecordedMs = nowMs()
    if (!isOpen) return
    isOpen = false
    logger.warn('attempts are recorded again: deliveries continue')
    for (const resume of waiting) resume()
  }

  // Not for the end of the one before, whose receiver may be the slowest of all.
  const beginProbe = () => {
    if (nowMs() < nextProbeMs) return false
    nextProbeMs = nowMs() + pauseMs
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    return true
  }

  const endProbe = (wasSent: boolean) => {
    if (wasSent) return
    // Only what a receiver pays for is made rarer: a database that is away altogether is asked on and on.
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
