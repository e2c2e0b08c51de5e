import { oncePer } from '@throughline/core/lib/once-per'
import { isDatabaseUnavailable, isLockTimeout } from '@throughline/db/connection/errors'
import type { Logger } from '@throughline/runtime/logger'

/** Counts lag clicks by at most 2 s (docs/api-contract.md, "Statistics"); one process at a time rolls up. */
export const COUNTS_EVERY_MS = 500
/** A longer interval lets more clicks share a row of the counts by dimension. */
export const DIMENSIONS_EVERY_MS = 5_000
const FAULT_LOG_EVERY_MS = 60_000
/** A quarter of what `withDatabaseTimeout` allows, so that twice the deltas fit into it. */
const QUICK_MS = 450

export interface CountClicksOptions {
  everyMs: number
  /** Rolls up at most this many deltas of all processes. @returns their number */
  count: (atOnce: number) => Promise<number>
  /** Maximum number of deltas in one statement; halved after a failure, doubled after a quick success. */
  atOnce: number
  isAway: () => boolean
  logger: Logger
}

export interface ClickCounting {
  /** Rolls up once more, unless the last pass failed, and stops. */
  close(): Promise<void>
}

/** Adds deltas to their counts while the process runs. */
export function startClickRollUp(options: CountClicksOptions): ClickCounting {
  const { everyMs, isAway, logger } = options
  const countSome = withFittingSize(options)
  const isTime = oncePer(FAULT_LOG_EVERY_MS)
  let isClosed = false
  let next: NodeJS.Timeout | undefined

  const countAll = async (): Promise<boolean> => {
    if (isAway()) return false
    try {
      while (await countSome());
      return true
    } catch (error) {
      // No handling is needed: a long link lock and an outage end without it.
      const isUsual = isDatabaseUnavailable(error) || isLockTimeout(error)
      if (isUsual || !isTime()) logger.debug({ err: error }, 'click roll-up delayed')
      else logger.error({ err: error }, 'click roll-up failed; retrying')
      return false
    }
  }
  const run = async (): Promise<boolean> => {
    const isCounted = await countAll()
    if (!isClosed) next = setTimeout(runAgain, everyMs).unref()
    return isCounted
  }
  const runAgain = () => {
    running = run()
  }
  let running = run()

  return {
    close: async () => {
      isClosed = true
      clearTimeout(next)
      if (await running) await countAll()
    },
  }
}

/** Counts as many deltas as fit into the time for one statement. @returns whether there may be more */
function withFittingSize({ count, atOnce }: CountClicksOptions): () => Promise<boolean> {
  let size = atOnce
  return async () => {
    const startedMs = performance.now()
    const tried = size
    try {
      const isFull = (await count(tried)) === tried
      if (isFull && performance.now() - startedMs < QUICK_MS) size = Math.min(tried * 2, atOnce)
      return isFull
    } catch (error) {
      size = Math.max(Math.floor(tried / 2), 1)
      throw error
    }
  }
}
