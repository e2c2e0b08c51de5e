export interface DatabaseBreaker {
  isAway(): boolean
  /** Reports an outage; it lasts until a probe succeeds. */
  report(): void
  close(): void
}

export interface DatabaseBreakerOptions {
  /** Resolves if the database responds; must end within a second or two. */
  probe: () => Promise<unknown>
  onAway?: () => void
  onBack?: () => void
}

const FIRST_PROBE_MS = 20
const LONGEST_PAUSE_MS = 1_000

/**
 * The first probe runs immediately, because most failures are a single dead connection; further probes run at most
 * every second.
 */
export function createDatabaseBreaker({
  probe,
  onAway,
  onBack,
}: DatabaseBreakerOptions): DatabaseBreaker {
  let isAway = false
  let isClosed = false
  let next: NodeJS.Timeout | undefined

  const probeAfter = (pauseMs: number) => {
    next = setTimeout(() => void probeNow(pauseMs), pauseMs).unref()
  }
  const probeNow = async (pauseMs: number) => {
    const isThere = await probe().then(
      () => true,
      () => false,
    )
    if (isClosed) return
    if (!isThere) {
      probeAfter(Math.min(pauseMs * 2, LONGEST_PAUSE_MS))
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
      probeAfter(FIRST_PROBE_MS)
    },
    close: () => {
      isClosed = true
      clearTimeout(next)
    },
  }
}
