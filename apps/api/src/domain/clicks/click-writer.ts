import { oncePer } from '@throughline/core/lib/once-per'
import { createBatcher } from '@throughline/db/batch/batcher'
import type { NewClick } from '@throughline/db/clicks/clicks'
import { withDatabaseTimeout } from '@throughline/db/connection/with-timeout'
import { isDatabaseUnavailable } from '@throughline/db/connection/errors'
import { isDataError } from './spool/data-error.js'
import { createSpoolDrain, type SpoolDrainDeps } from './spool/spool-drain.js'

/** Where a click is stored when its response is sent; `dropped` means that it is not stored. */
export type ClickOutcome = 'stored' | 'spooled' | 'dropped'

export interface ClickStore {
  /** Resolves once the click is durable or lost; never rejects. Many clicks share a commit. */
  add(click: NewClick): Promise<ClickOutcome>
  /** Drains the spool now. The spool is also drained every second. */
  drainSoon(): void
  /** Stops draining; the next process drains the rest. */
  close(): Promise<void>
}

/**
 * All clicks of this time are in progress, but a healthy database may take 400 ms for a new WAL file. A write that
 * timed out may still succeed; the spooled copy has the same ids and is then ignored.
 */
const TO_SPOOL_MS = 500
const REFUSAL_LOG_MS = 30_000

/** Batches clicks into PostgreSQL, or onto disk while it cannot take them (docs/api-contract.md, "Durable clicks"). */
export function createClickStore(deps: SpoolDrainDeps): ClickStore {
  const { insert, spool, breaker, metrics, logger } = deps
  const drain = createSpoolDrain(deps)
  let isDropping = false
  let pendingWrites = 0

  const drop = (clicks: number, error: unknown): ClickOutcome => {
    metrics.count('dropped', clicks)
    if (!isDropping)
      logger.error({ err: error }, 'clicks are dropped: database and spool reject them')
    isDropping = true
    return 'dropped'
  }
  const toSpool = async (clicks: NewClick[]): Promise<ClickOutcome> => {
    try {
      await spool.append(clicks)
    } catch (error) {
      return drop(clicks.length, error)
    }
    isDropping = false
    drain.noteSpooled(clicks.length)
    return 'spooled'
  }
  const write = (clicks: NewClick[]): Promise<unknown> => {
    const writing = insert(clicks)
    const onWritten = () => {
      pendingWrites -= 1
    }
    pendingWrites += 1
    writing.then(onWritten, onWritten)
    return writing
  }
  const store = async (clicks: NewClick[]): Promise<ClickOutcome> => {
    // One timed-out write that waits for a lock is enough: each further one would block a connection.
    if (breaker.isAway() || pendingWrites > 0) return toSpool(clicks)
    try {
      await withDatabaseTimeout(write(clicks), TO_SPOOL_MS)
      return 'stored'
    } catch (error) {
      // The batcher retries halves, so that one bad row does not fail the others.
      if (isDataError(error)) throw error
      if (isDatabaseUnavailable(error)) breaker.report()
      logger.debug({ err: error }, 'writing clicks to the database failed')
      return toSpool(clicks)
    }
  }
  const batcher = createBatcher<NewClick, ClickOutcome>({
    run: async (clicks) => {
      const outcome = await store(clicks)
      return clicks.map(() => outcome)
    },
  })
  const refuse = createRefusal(deps)
  return {
    add: (click) => batcher.add(click).catch(refuse),
    drainSoon: () => drain.soon(),
    close: async () => {
      await batcher.drain()
      await drain.close()
      await spool.close()
    },
  }
}

/** Counts a click whose data the database rejects, and logs the error at most every 30 s. */
function createRefusal({ metrics, logger }: Pick<SpoolDrainDeps, 'metrics' | 'logger'>) {
  const mayLog = oncePer(REFUSAL_LOG_MS)
  return (error: unknown): ClickOutcome => {
    metrics.count('refused', 1)
    if (mayLog()) logger.error({ err: error }, 'the database rejected a click')
    return 'dropped'
  }
}
