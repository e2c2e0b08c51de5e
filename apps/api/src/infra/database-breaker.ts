/** Whether the database is known to be away, so that nobody waits to find out what is known. */
export interface DatabaseBreaker {
  isAway(): boolean
  /** Something found it away: it counts as away until a look of the watch's own succeeds. */
  report(): void
  close(): void
}

export interface DatabaseBreakerOptions {
  /** Resolves where the database answers; must end within a second or two by itself. */
  probe: () => Promise<unknown>
  onAway?: () => void
  onBack?: () => void
}

const FIRST_LOOK_MS = 20
const LONGEST_PAUSE_MS = 1_000

/**
 * A circuit breaker: opened by a report, closed by a look, which comes at once, since most failures are one dead
 * connection, then with growing pauses, at most a second.
 */
export function createDatabaseBreaker({
  probe,
  onAway,
  onBack,
}: DatabaseBreakerOptions): DatabaseBreaker {
  let isAway = false
  let isClosed = false
  let next: NodeJS.Timeout | undefined

  const lookAfter = (pauseMs: number) => {
    next = setTimeout(() => void lookNow(pauseMs), pauseMs).unref()
  }
  const lookNow = async (pauseMs: number) => {
    const isThere = await probe().then(
      () => true,
      () => false,
    )
    if (isClosed) return
    if (!isThere) {
      lookAfter(Math.min(pauseMs * 2, LONGEST_PAUSE_MS))
      return
    }
    isAway = false
    onBack?.()
  }
  return {
    isAway: () => isAway,
    report: () => {
      if (isAway || isClosed) return
      isAway = true
      onAway?.()
      lookAfter(FIRST_LOOK_MS)
    },
    close: () => {
      isClosed = true
      clearTimeout(next)
    },
  }
}
