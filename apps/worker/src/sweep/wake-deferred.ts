import { countDeferred, findDeferred } from '@throughline/db/deliveries/read-due'
import type { WorkerContext } from '../context.js'

/** Jobs of the first round, and of each after one whose jobs were mostly deferred again. */
const PROBE = 10
const GROWTH = 4
const MAX_AT_ONCE = 2_000

/**
 * Lets jobs that were deferred while slots were short run as soon as this worker has slots to spare: they were deferred
 * for up to a minute, by what one worker knew. It begins with a few and takes more each time, unless most of them were
 * deferred again: then their own limits keep them waiting, such as a host that hangs.
 *
 * @returns a function for one round
 */
export function createDeferredWaker(ctx: WorkerContext): () => Promise<WakeRound> {
  const { database, activity, config, queue } = ctx
  let woken: string[] = []
  let atOnce = PROBE

  return async () => {
    const { concurrency } = config.delivery
    if (ctx.breaker.isOpen() || activity.inFlight() > concurrency / 2) return NOBODY
    if ((await queue.depth()) > concurrency) return NOBODY
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
  /** Those before have run, and there are more: the next round need not wait for long. */
  mayGoOn: boolean
}

const NOBODY: WakeRound = { woken: 0, mayGoOn: false }
