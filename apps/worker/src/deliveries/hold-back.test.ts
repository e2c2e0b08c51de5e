import { beforeEach, describe, expect, it } from '@jest/globals'
import { createRegistry } from '@throughline/runtime/metrics'
import { createActivity, type Activity, type WorkerContext } from '../context.js'
import { createMetrics } from '../metrics.js'
import { holdBack } from './deliver-webhook.js'

const JOB = { deliveryId: 'd1', webhookId: 1, jobAttemptsMade: 0 }

let nowMs: number
let activity: Activity
let delivered: number
let ended: boolean[]
beforeEach(() => {
  nowMs = 0
  activity = createActivity(() => nowMs)
  delivered = 0
  ended = []
})

/** The parts of the context that a held-back job uses. */
function contextWith(breaker: { isProbe: boolean; isOpenAfterwards: boolean }): WorkerContext {
  const ctx: Partial<WorkerContext> = {
    activity,
    metrics: createMetrics(createRegistry()),
    results: {
      add: () => Promise.resolve({ kind: 'leaseLost' as const }),
      drain: () => Promise.resolve(),
    },
    breaker: {
      isOpen: () => breaker.isOpenAfterwards,
      watch: (record) => record(),
      beginProbe: () => breaker.isProbe,
      endProbe: (wasSent) => void ended.push(wasSent),
      untilClosed: () => Promise.resolve(),
    },
  }
  return ctx as WorkerContext
}

const deliver = () => {
  delivered += 1
  return Promise.resolve({ kind: 'done' as const })
}

describe('a job that is held back', () => {
  it('returns to the queue for less than a second, and counts as activity of the worker', async () => {
    nowMs = 61_000
    const ctx = contextWith({ isProbe: false, isOpenAfterwards: true })
    const outcome = await holdBack(ctx, JOB, deliver)
    expect(outcome).toEqual({ kind: 'delay', delayMs: expect.any(Number) })
    expect('delayMs' in outcome && outcome.delayMs).toBeLessThan(1_000)
    expect(delivered).toBe(0)
    expect(activity.secondsSinceClaim()).toBe(0)
    expect((await ctx.metrics.faults.get()).values).toMatchObject([
      { value: 1, labels: { fault: 'held_back' } },
    ])
  })

  it('continues immediately when results are recorded again', async () => {
    const ctx = contextWith({ isProbe: false, isOpenAfterwards: false })
    expect(await holdBack(ctx, JOB, deliver)).toEqual({ kind: 'done' })
    expect(delivered).toBe(1)
  })
})

describe('a probe', () => {
  it('reports whether it had a result to record, also when it throws', async () => {
    const ctx = contextWith({ isProbe: true, isOpenAfterwards: true })
    await holdBack(ctx, JOB, deliver)
    const sent = async ({ results }: WorkerContext) => {
      await results.add({} as Parameters<WorkerContext['results']['add']>[0])
      throw new Error('and then')
    }
    await expect(holdBack(ctx, JOB, sent)).rejects.toThrow('and then')
    expect(ended).toEqual([false, true])
  })
})
