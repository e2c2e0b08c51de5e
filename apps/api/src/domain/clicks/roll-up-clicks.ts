import { oncePer } from '@throughline/core/lib/once-per'
import { DELTAS_AT_ONCE } from '@throughline/db/clicks/roll-up-clicks'
import { isDatabaseUnavailable, isLockTimeout } from '@throughline/db/connection/errors'
import type { Logger } from '@throughline/runtime/logger'

/** Counts lag clicks by at most 2 s (docs/api-contract.md, "Link statistics"); one process at a time rolls up. */
const CHECK_MS = 500
const FAULT_LOG_EVERY_MS = 60_000

export interface CountClicksOptions {
  /** Rolls up some deltas of any process. @returns how many; `DELTAS_AT_ONCE` if there may be more */
  count: () => Promise<number>
  isAway: () => boolean
  logger: Logger
}

export interface ClickCounting {
  /** Rolls up once more, unless that just failed, and stops. */
  close(): Promise<void>
}

/** Adds click deltas to the counts twice a second while the process runs. */
export function startClickRollUp({ count, isAway, logger }: CountClicksOptions): ClickCounting {
  const isTime = oncePer(FAULT_LOG_EVERY_MS)
  let isClosed = false
  let next: NodeJS.Timeout | undefined

  const countAll = async (): Promise<boolean> => {
    if (isAway()) return false
    try {
      while ((await count()) === DELTAS_AT_ONCE);
      return true
    } catch (error) {
      // A link lock that is held too long, or an outage, ends by itself.
      const isUsual = isDatabaseUnavailable(error) || isLockTimeout(error)
      if (isUsual || !isTime()) logger.debug({ err: error }, 'click roll-up delayed')
      else logger.error({ err: error }, 'click roll-up failed; retrying twice a second')
      return false
    }
  }
  const run = async (): Promise<boolean> => {
    const isCounted = await countAll()
    if (!isClosed) next = setTimeout(runAgain, CHECK_MS).unref()
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
