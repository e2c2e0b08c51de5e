import type { NewClick } from '@throughline/db/clicks/clicks'
import { isDatabaseUnavailable } from '@throughline/db/connection/errors'
import type { Logger } from '@throughline/runtime/logger'
import type { ClickMetrics } from '../click-metrics.js'
import type { DatabaseBreaker } from '../../../infra/database-breaker.js'
import { drainSpool } from './drain-spool.js'
import type { Spool } from './spool.js'

/** Empties the spool whenever the database can take what is in it. */
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
  /** Told when clicks begin or cease to wait. */
  onSpooling?: (isSpooling: boolean) => void
}

const TICK_MS = 1_000
/** Between looks for what processes that have ended left behind, and after an error that is no outage. */
const LOOK_MS = 10_000

interface DrainState {
  /** Of this process. */
  waitingClicks: number
  /** Rises with each note: whoever looks at the folder meanwhile may have looked too early. */
  notes: number
  isDiskAtFault: boolean
  isWaiting: boolean
  isClosed: boolean
  /** No pass by itself before that, in milliseconds of performance.now(). */
  notBeforeMs: number
}

/** Begins at once, with what an earlier process has left. */
export function createSpoolDrain(deps: SpoolDrainDeps): SpoolDrain {
  const { breaker, metrics, logger } = deps
  const state: DrainState = {
    ...{ waitingClicks: 0, notes: 0, notBeforeMs: 0 },
    ...{ isDiskAtFault: false, isWaiting: false, isClosed: false },
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
      if (!state.isWaiting) logger.warn('database unavailable: clicks are written to the spool')
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
    state.notBeforeMs = performance.now() + LOOK_MS
    deps.logger.error({ err: error }, 'spool could not be drained; retrying')
  }
}

/** One pass over all files. */
async function pass(deps: SpoolDrainDeps, state: DrainState): Promise<void> {
  const { spool, breaker, metrics, logger } = deps
  let drained = 0
  const faults: unknown[] = []
  await look(deps, state)
  await drainSpool({
    spool,
    insert: deps.insert,
    mayGoOn: () => !state.isClosed && !breaker.isAway(),
    onDrained: ({ written, refused, damaged }) => {
      drained += written
      state.waitingClicks = Math.max(0, state.waitingClicks - written - refused)
      metrics.count('drained', written)
      metrics.count('refused', refused)
      metrics.count('damaged', damaged)
      if (refused > 0) logger.error({ refused }, 'the database rejected clicks from the spool')
    },
    onUnreadable: (error) => faults.push(error),
  })
  const bytesLeft = await look(deps, state)
  metrics.setWaitingClicks(state.waitingClicks)
  if (drained > 0) logger.info({ drained, bytesLeft }, 'clicks from the spool were written')
  const [fault] = faults
  if (fault !== undefined && !state.isDiskAtFault)
    logger.error({ err: fault, files: faults.length }, 'spool files could not be read')
  state.isDiskAtFault = fault !== undefined
  if (state.isDiskAtFault) state.notBeforeMs = performance.now() + LOOK_MS
}

/** Answers how much waits in the folder. What was spooled during the look may not be in that, and waits all the same. */
async function look(deps: SpoolDrainDeps, state: DrainState): Promise<number> {
  const { notes } = state
  const bytes = await deps.spool.bytes()
  const isEmpty = bytes === 0 && state.notes === notes
  if (isEmpty) state.waitingClicks = 0
  state.notBeforeMs = isEmpty ? performance.now() + LOOK_MS : 0
  setWaiting(deps, state, !isEmpty)
  return bytes
}

function setWaiting(deps: SpoolDrainDeps, state: DrainState, isWaiting: boolean): void {
  if (state.isWaiting !== isWaiting) deps.onSpooling?.(isWaiting)
  state.isWaiting = isWaiting
}
