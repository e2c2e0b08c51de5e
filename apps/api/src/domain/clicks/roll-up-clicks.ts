import { oncePer } from '@throughline/core/lib/once-per'
import { DELTAS_AT_ONCE } from '@throughline/db/clicks/roll-up-clicks'
import { isDatabaseUnavailable, isLockTimeout } from '@throughline/db/connection/errors'
import type { Logger } from '@throughline/runtime/logger'

/** Counts follow clicks by at most 2 s (docs/api-contract.md, "Link statistics"); one process at a time counts. */
const LOOK_MS = 500
const FAULT_TOLD_EVERY_MS = 60_000

export interface CountClicksOptions {
  /** Counts some tallies, of whatever process. @returns how many; `DELTAS_AT_ONCE` where there may be more */
  count: () => Promise<number>
  /** Whether there is no use in trying. */
  isAway: () => boolean
  logger: Logger
}

export interface ClickCounting {
  /** Counts what there is once more, unless that has just failed, and ends. */
  close(): Promise<void>
}

/** Adds what clicks have left to be counted to the counts, twice a second, for as long as the process lives. */
export function startClickRollUp({ count, isAway, logger }: CountClicksOptions): ClickCounting {
  const isTime = oncePer(FAULT_TOLD_EVERY_MS)
  let isClosed = false
  let next: NodeJS.Timeout | undefined

  /** Answers whether all is counted. */
  const countAll = async (): Promise<boolean> => {
    if (isAway()) return false
    try {
      while ((await count()) === DELTAS_AT_ONCE);
      return true
    } catch (error) {
      // Whoever holds a link for so long is done sometime, and so is an outage.
      const isUsual = isDatabaseUnavailable(error) || isLockTimeout(error)
      if (isUsual || !isTime()) logger.debug({ err: error }, 'clicks are waiting to be counted')
      else logger.error({ err: error }, 'clicks could not be counted; retrying twice a second')
      return false
    }
  }
  const look = async (): Promise<boolean> => {
    const isCounted = await countAll()
    if (!isClosed) next = setTimeout(lookAgain, LOOK_MS).unref()
    return isCounted
  }
  const lookAgain = () => {
    running = look()
  }
  let running = look()

  return {
    close: async () => {
      isClosed = true
      clearTimeout(next)
      if (await running) await countAll()
    },
  }
}
