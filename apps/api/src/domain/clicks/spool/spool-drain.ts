import type { NewClick } from '@throughline/db/clicks/clicks'
import { isDatabaseUnavailable } from '@throughline/db/connection/errors'
import type { Logger } from '@throughline/runtime/logger'
import type { ClickMetrics } from '../click-metrics.js'
import type { DatabaseBreaker } from '../../../infra/database-breaker.js'
import { drainSpool } from './drain-spool.js'
import type { Spool } from './spool.js'

export interface SpoolDrain {
  noteSpooled(clicks: number): void
  soon(): void
  close(): Promise<void>
}

export interface SpoolDrainDeps {
  insert: (clicks: NewClick[]) => Promise<unknown>
  spool: Spool
  breaker: DatabaseBreaker
  metrics: ClickMetrics
  logger: Logger
  onSpooling?: (isSpooling: boolean) => void
}

const TICK_MS = 1_000
/** Interval between checks for files of ended processes, and the delay after an error that is not an outage. */
const CHECK_MS = 10_000

interface DrainState {
  waitingClicks: number
  /** Incremented by each note: a concurrent check of the folder may have been too early. */
  notes: number
  isDiskAtFault: boolean
  isWaiting: boolean
  isClosed: boolean
  /** The next automatic pass runs after this time, by performance.now(). */
  notBeforeMs: number
}

/** Starts immediately with the files of an earlier process. */
export function createSpoolDrain(deps: SpoolDrainDeps): SpoolDrain {
  const { breaker, metrics, logger } = deps
  const state: DrainState = {
    waitingClicks: 0,
    notes: 0,
    notBeforeMs: 0,
    isDiskAtFault: false,
    isWaiting: false,
    isClosed: false,
  }
  let running: Promise<void> | null = null
  const soon = () => {
    if (running !== null || state.isClosed || breaker.isAway()) return
    running = run(deps, state).finally(() => {
      running = null
    })
  }
  const tick = setInterval(() => {
    if (performance.now() >= state.notBeforeMs) soon()
  }, TICK_MS).unref()
  soon()
  return {
    soon,
    noteSpooled: (clicks) => {
      if (!state.isWaiting) logger.warn('database unavailable: writing clicks to the spool')
      setWaiting(deps, state, true)
      state.notes += 1
      state.notBeforeMs = 0
      state.waitingClicks += clicks
      metrics.count('spooled', clicks)
      metrics.setWaitingClicks(state.waitingClicks)
    },
    close: async () => {
      state.isClosed = true
      clearInterval(tick)
      await running
    },
  }
}

async function run(deps: SpoolDrainDeps, state: DrainState): Promise<void> {
  try {
    await pass(deps, state)
  } catch (error) {
    if (isDatabaseUnavailable(error)) {
      deps.breaker.report()
      return
    }
    state.notBeforeMs = performance.now() + CHECK_MS
    deps.logger.error({ err: error }, 'draining the spool failed; retrying')
  }
}

async function pass(deps: SpoolDrainDeps, state: DrainState): Promise<void> {
  const { spool, breaker, metrics, logger } = deps
  let drained = 0
  const faults: unknown[] = []
  await measureFolder(deps, state)
  await drainSpool({
    spool,
    insert: deps.insert,
    mayGoOn: () => !state.isClosed && !breaker.isAway(),
    onDrained: ({ written, rejected, damaged }) => {
      drained += written
      state.waitingClicks = Math.max(0, state.waitingClicks - written - rejected)
      metrics.count('drained', written)
      metrics.count('refused', rejected)
      metrics.count('damaged', damaged)
      if (rejected > 0) logger.error({ rejected }, 'the database rejected clicks from the spool')
    },
    onUnreadable: (error) => faults.push(error),
  })
  const bytesLeft = await measureFolder(deps, state)
  metrics.setWaitingClicks(state.waitingClicks)
  if (drained > 0)
    logger.info({ drained, bytesLeft }, 'spooled clicks were written to the database')
  const [fault] = faults
  if (fault !== undefined && !state.isDiskAtFault)
    logger.error({ err: fault, files: faults.length }, 'spool files could not be read')
  state.isDiskAtFault = fault !== undefined
  if (state.isDiskAtFault) state.notBeforeMs = performance.now() + CHECK_MS
}

/** Returns the folder's size. Clicks spooled during the check may be missing in it, but count as waiting. */
async function measureFolder(deps: SpoolDrainDeps, state: DrainState): Promise<number> {
  const { notes } = state
  const bytes = await deps.spool.bytes()
  const isEmpty = bytes === 0 && state.notes === notes
  if (isEmpty) state.waitingClicks = 0
  state.notBeforeMs = isEmpty ? performance.now() + CHECK_MS : 0
  setWaiting(deps, state, !isEmpty)
  return bytes
}

function setWaiting(deps: SpoolDrainDeps, state: DrainState, isWaiting: boolean): void {
  if (state.isWaiting !== isWaiting) deps.onSpooling?.(isWaiting)
  state.isWaiting = isWaiting
}
