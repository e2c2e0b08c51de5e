import { countDeferred, findDeferred } from '@throughline/db/deliveries/read-due'
import type { WorkerContext } from '../context.js'

/** Jobs in the first round, and in each round after most jobs were deferred again. */
const PROBE = 10
const GROWTH = 4
const MAX_AT_ONCE = 2_000

/**
 * Promotes deferred jobs as soon as this worker has free slots: they were deferred for up to a minute by the state of
 * one worker. Starts with a few and takes more each round, unless most were deferred again: then their own limits
 * apply, such as a slow host.
 *
 * @returns a function for one round
 */
export function createDeferredWaker(ctx: WorkerContext): () => Promise<WakeRound> {
  const { database, activity, config, queue } = ctx
  let woken: string[] = []
  let atOnce = PROBE

  return async () => {
    const { concurrency } = config.delivery
    if (ctx.breaker.isOpen() || activity.inFlight() > concurrency / 2) return NONE_WOKEN
    if ((await queue.depth()) > concurrency) return NONE_WOKEN
    const still = woken.length === 0 ? 0 : await countDeferred(database.prisma, woken)
    const haveRun = woken.length > 0 && still * 2 <= woken.length
    atOnce = haveRun ? Math.min(atOnce * GROWTH, MAX_AT_ONCE) : PROBE
    const deferred = await findDeferred(database.prisma, atOnce)
    woken = deferred.map(({ deliveryId }) => deliveryId)
    if (deferred.length > 0) await queue.promote(deferred)
    return { woken: deferred.length, mayGoOn: haveRun && deferred.length === atOnce }
  }
}

export interface WakeRound {
  woken: number
  /** Whether the previous jobs have run and more are deferred, so that the next round starts soon. */
  mayGoOn: boolean
}

const NONE_WOKEN: WakeRound = { woken: 0, mayGoOn: false }
