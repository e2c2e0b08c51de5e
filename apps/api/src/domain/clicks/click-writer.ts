import { createBatcher } from '@throughline/db/batch/batcher'
import type { NewClick } from '@throughline/db/clicks/clicks'
import { withDatabaseTimeout } from '@throughline/db/connection/with-timeout'
import { isDatabaseUnavailable } from '@throughline/db/connection/errors'
import { isDataError } from './spool/data-error.js'
import { createSpoolDrain, type SpoolDrainDeps } from './spool/spool-drain.js'

/** Where a click is by the time its answer leaves; `dropped` is nowhere. */
export type ClickOutcome = 'stored' | 'spooled' | 'dropped'

export interface ClickStore {
  /** Resolves once the click is durable, or lost for good; never rejects. Many clicks share a commit. */
  add(click: NewClick): Promise<ClickOutcome>
  /** Looks now whether something waits that can be written; else that happens by itself every second. */
  drainSoon(): void
  /** Ends the drain where it is; what waits is for the next process. */
  close(): Promise<void>
}

/**
 * How long clicks wait for the database before the disk takes them. All that are tapped meanwhile are in work, so it is
 * short; a database that is well may take 400 ms, as for a new file of its log. What was given up may still be written:
 * the spool's copy has the same ids, and changes nothing then.
 */
const TO_SPOOL_MS = 500

/**
 * Group commit for clicks: into PostgreSQL, or onto the disk where that can't take them just now (docs/api-contract.md,
 * "Durable clicks"). While it is known to be away nobody waits to find that out again.
 */
export function createClickStore(deps: SpoolDrainDeps): ClickStore {
  const { insert, spool, breaker, metrics, logger } = deps
  const drain = createSpoolDrain(deps)
  let isDropping = false
  let unsettled = 0

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
    const settle = () => {
      unsettled -= 1
    }
    unsettled += 1
    writing.then(settle, settle)
    return writing
  }
  const store = async (clicks: NewClick[]): Promise<ClickOutcome> => {
    // One that was given up and waits for a lock is enough: each more would keep a connection waiting.
    if (breaker.isAway() || unsettled > 0) return toSpool(clicks)
    try {
      await withDatabaseTimeout(write(clicks), TO_SPOOL_MS)
      return 'stored'
    } catch (error) {
      // Tried again by halves, so that one bad row takes no other with it.
      if (isDataError(error)) throw error
      if (isDatabaseUnavailable(error)) breaker.report()
      logger.debug({ err: error }, 'clicks could not be written to the database')
      return toSpool(clicks)
    }
  }
  const batcher = createBatcher<NewClick, ClickOutcome>({
    run: async (clicks) => {
      const outcome = await store(clicks)
      return clicks.map(() => outcome)
    },
  })
  return {
    add: (click) => batcher.add(click).catch((error: unknown) => drop(1, error)),
    drainSoon: () => drain.soon(),
    close: async () => {
      await batcher.drain()
      await drain.close()
      await spool.close()
    },
  }
}
