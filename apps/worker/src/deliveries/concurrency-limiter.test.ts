import { afterEach, describe, expect, it, jest } from '@jest/globals'
import {
  createConcurrencyLimiter,
  jobsAtOnce,
  type ConcurrencyLimiter,
  type Slot,
  type SlotAttempt,
  type SlotOutcome,
} from './concurrency-limiter.js'

const FAST = { durationMs: 20, errorClass: null }
const SLOW = { durationMs: 2_001, errorClass: null }
const TIMEOUT = { durationMs: 400, errorClass: 'timeout' } as const

afterEach(() => void jest.useRealTimers())

let now = 0
const options = { maxInFlight: 100, maxPerWebhook: 1_000, patienceMs: 0, nowMs: () => now }

function create(more: Partial<Parameters<typeof createConcurrencyLimiter>[0]> = {}) {
  now = 1_000
  const limiter = createConcurrencyLimiter({ ...options, random: () => 0.5, ...more })
  /** Another attempt, by default to a fast host. */
  const take = (projectId: string, webhookId: number, host = 'fast.test') => {
    const slot = acquired(limiter.acquire({ projectId, webhookId }))
    limiter.goesTo(slot, `https://${host}/${webhookId}`)
    return slot
  }
  const isFree = (projectId: string, webhookId: number) => {
    const outcome = limiter.acquire({ projectId, webhookId })
    if (isAcquired(outcome)) limiter.release(outcome)
    return isAcquired(outcome)
  }
  const end = (slot: Slot, attempt: SlotAttempt) => {
    limiter.attempted(slot, attempt)
    limiter.recorded()
  }
  /** Records one response of the host. */
  const meet = (host: string, webhookId: number, attempt: SlotAttempt) =>
    end(take(`met ${webhookId}`, webhookId, host), attempt)
  return { ...limiter, take, isFree, end, meet }
}

function isAcquired(outcome: SlotOutcome | Promise<SlotOutcome>): outcome is Slot {
  return 'kind' in outcome && outcome.kind === 'acquired'
}

function acquired(outcome: SlotOutcome | Promise<SlotOutcome>): Slot {
  if (!isAcquired(outcome)) throw new Error('expected a slot')
  return outcome
}

function delayOf(fair: ConcurrencyLimiter, projectId: string, webhookId: number): number {
  const outcome = fair.acquire({ projectId, webhookId })
  return 'delayMs' in outcome ? outcome.delayMs : 0
}

/** How many attempts start before one is deferred. */
function fill(start: () => unknown): number {
  for (let n = 0; ; n += 1)
    try {
      start()
    } catch {
      return n
    }
}

describe('a single project', () => {
  it('goes on while results are recorded, but with at most half as many more results than slots', () => {
    const fair = create({ maxInFlight: 10 })
    fair.meet('fast.test', 1, FAST)
    const slots = Array.from({ length: 9 }, () => fair.take('a', 1))
    expect(fair.isFree('a', 1)).toBe(false)
    for (const slot of slots) fair.attempted(slot, FAST)
    // Nine results that are not recorded yet, and six attempts.
    expect(fill(() => fair.take('a', 1))).toBe(6)
    fair.recorded()
    expect(fill(() => fair.take('a', 1))).toBe(1)
  })

  it.each([
    { maxInFlight: 200, atMost: 180 },
    { maxInFlight: 6, atMost: 5 },
    { maxInFlight: 2, atMost: 1 },
    { maxInFlight: 1, atMost: 1 },
  ])('gets $atMost of $maxInFlight slots, without the reserve', ({ maxInFlight, atMost }) => {
    const fair = create({ maxInFlight })
    fair.meet('fast.test', 1, FAST)
    expect(fill(() => fair.take('a', 1))).toBe(atMost)
  })

  it('leaves the reserve to projects with nothing in flight, one slot each', () => {
    const fair = create()
    fair.meet('fast.test', 1, FAST)
    expect(fill(() => fair.take('a', 1))).toBe(90)
    fair.take('b', 1)
    expect(fair.isFree('b', 1)).toBe(false)
    let others = 0
    expect(fill(() => fair.take(`c${(others += 1)}`, 1))).toBe(9)
    expect(fair.isFree('z', 1)).toBe(false)
  })
})

describe('a webhook', () => {
  it('never exceeds its limit, and gets a slot when an attempt ends', () => {
    const fair = create({ maxPerWebhook: 2 })
    const first = fair.take('a', 1)
    fair.take('a', 1)
    expect(fair.isFree('a', 1)).toBe(false)
    expect(fair.isFree('a', 2)).toBe(true)
    fair.end(first, FAST)
    expect(fair.isFree('a', 1)).toBe(true)
  })
})

describe('slow hosts', () => {
  it.each([
    ['took over 2 s', SLOW],
    ['timed out', TIMEOUT],
  ])('share half of the slots if their last attempt %s', (_what, attempt) => {
    const fair = create()
    for (const [n, host] of ['one.test', 'two.test'].entries()) fair.meet(host, n, attempt)
    for (let n = 0; n < 25; n += 1) {
      fair.take('a', 0, 'one.test')
      fair.take('b', 1, 'two.test')
    }
    expect(fair.isFree('a', 0)).toBe(false)
    expect(fair.isFree('b', 1)).toBe(false)
    fair.meet('fast.test', 7, FAST)
    expect(fill(() => fair.take('c', 7))).toBe(40)
  })

  it('become fast by a fast attempt, and after 10 minutes', () => {
    const fair = create({ maxInFlight: 4 })
    fair.meet('slow.test', 1, SLOW)
    const two = [fair.take('a', 1, 'slow.test'), fair.take('a', 1, 'slow.test')]
    expect(fair.isFree('a', 1)).toBe(false)
    now += 10 * 60_000
    // The host counts as never reached: all of its attempts but one are slow.
    expect(fair.isFree('a', 1)).toBe(true)
    two.forEach((slot) => fair.end(slot, SLOW))
    expect(fill(() => fair.take('a', 1, 'slow.test'))).toBe(2)
    const other = create({ maxInFlight: 4 })
    other.meet('slow.test', 1, SLOW)
    other.meet('slow.test', 1, FAST)
    expect(fill(() => other.take('a', 1, 'slow.test'))).toBe(3)
  })

  it('include hosts never reached, from the second parallel attempt on', () => {
    const fair = create({ maxInFlight: 10 })
    fair.meet('slow.test', 1, TIMEOUT)
    for (let n = 0; n < 5; n += 1) fair.take('a', 1, 'slow.test')
    const first = fair.take('b', 2, 'new.test')
    expect(fair.isFree('b', 2)).toBe(false)
    expect(fair.isFree('c', 3)).toBe(true)
    fair.end(first, FAST)
    expect(fill(() => fair.take('b', 2, 'new.test'))).toBe(4)
  })

  it('are identified by their URL: sixty webhooks on one are one host', () => {
    const fair = create()
    const goesOn = (webhookId: number) => {
      const slot = acquired(fair.acquire({ projectId: 'a', webhookId }))
      const closed = fair.goesTo(slot, 'https://slow.test/')
      if (closed !== null) fair.release(slot)
      return closed === null
    }
    const started = Array.from({ length: 60 }, (_, webhookId) => goesOn(webhookId))
    // One that is not a second parallel attempt, and half of the slots.
    expect(started.filter(Boolean)).toHaveLength(51)
    expect(fair.isFree('a', 60)).toBe(true)
    expect(fair.isFree('a', 59)).toBe(false)
  })

  it('change with the URL', () => {
    const fair = create({ maxInFlight: 4 })
    fair.meet('slow.test', 1, TIMEOUT)
    fair.meet('fast.test', 2, FAST)
    fair.take('a', 1, 'slow.test')
    const moved = fair.take('a', 1, 'fast.test')
    fair.end(moved, FAST)
    expect(fill(() => fair.take('a', 1, 'fast.test'))).toBe(2)
  })
})

describe('waiting jobs', () => {
  const patient = { maxInFlight: 4, patienceMs: 5_000 }

  /** The order in which requests are served as attempts end. */
  async function order(waiting: [projectId: string, webhookId: number][], webhookOfHost = 1) {
    const fair = create(patient)
    fair.meet('fast.test', webhookOfHost, FAST)
    const running = [1, 2, 3].map(() => fair.take('first', 1))
    const last = fair.take('second', 1)
    const served: string[] = []
    const done: Promise<void>[] = []
    for (const [projectId, webhookId] of waiting)
      done.push(
        Promise.resolve(fair.acquire({ projectId, webhookId })).then((outcome) => {
          served.push(`${projectId}${webhookId}`)
          fair.end(acquired(outcome), FAST)
        }),
      )
    running.forEach((slot) => fair.end(slot, FAST))
    fair.end(last, FAST)
    await Promise.all(done)
    return served
  }

  it('are served by project, and then by webhook, round-robin', async () => {
    const many = Array.from({ length: 4 }, (): [string, number] => ['a', 1])
    const served = await order([...many, ['a', 2], ['a', 2], ['b', 3], ['b', 3]])
    expect(served.slice(0, 4).sort()).toEqual(['a1', 'a2', 'b3', 'b3'].sort())
  })

  it('are deferred after their maximum wait, the first job of a project after 10 s', async () => {
    jest.useFakeTimers()
    const fair = create({ maxInFlight: 2, patienceMs: 250, nowMs: () => performance.now() })
    fair.take('a', 1)
    const outcomes: string[] = []
    for (const name of ['first', 'second'])
      void Promise.resolve(fair.acquire({ projectId: 'a', webhookId: 1 })).then(({ kind }) => {
        outcomes.push(`${name} ${kind}`)
      })
    await jest.advanceTimersByTimeAsync(250)
    expect(outcomes).toEqual(['second saturated'])
    await jest.advanceTimersByTimeAsync(9_750)
    expect(outcomes).toEqual(['second saturated', 'first saturated'])
  })

  it('wait only while the next turn is near', () => {
    jest.useFakeTimers()
    const fair = create({ maxInFlight: 2, patienceMs: 250 })
    fair.take('a', 1)
    expect(fair.acquire({ projectId: 'a', webhookId: 1 })).toBeInstanceOf(Promise)
    now += 251
    // No attempt has ended for longer than any request waits here.
    expect(fair.acquire({ projectId: 'a', webhookId: 1 })).toMatchObject({ kind: 'saturated' })
  })
})

describe('deferred jobs', () => {
  it('return at their turn: one mean attempt after the other', () => {
    const fair = create({ maxPerWebhook: 2 })
    const first = fair.take('a', 1)
    fair.take('a', 1)
    fair.end(first, { durationMs: 1_100, errorClass: null })
    fair.take('a', 1)
    // The mean moved from the first guess of 100 ms by a fifth of the way to 1,100 ms.
    const waits = [1, 2, 3].map(() => fair.acquire({ projectId: 'a', webhookId: 1 }))
    expect(waits).toEqual([150, 300, 450].map((delayMs) => ({ kind: 'saturated', delayMs })))
  })

  it('return within a minute, and not all at its end', () => {
    const fair = create({ maxPerWebhook: 1, random: Math.random })
    fair.take('a', 1)
    const waits = Array.from({ length: 2_000 }, () => delayOf(fair, 'a', 1))
    expect(Math.max(...waits)).toBeLessThanOrEqual(60_000)
    const late = waits.filter((delayMs) => delayMs > 59_000)
    expect(late.length).toBeLessThan(200)
  })

  it('return less often the longer no attempt has ended, at most 30 s apart', () => {
    const fair = create({ maxPerWebhook: 1 })
    fair.take('a', 1)
    now += 1_000
    expect(fair.acquire({ projectId: 'a', webhookId: 1 })).toMatchObject({ delayMs: 2_000 })
    now += 40_000
    const waits = Array.from({ length: 10 }, () => delayOf(fair, 'a', 1))
    expect(Math.min(...waits)).toBeGreaterThan(10_000)
    expect(Math.max(...waits)).toBeLessThanOrEqual(30_000)
  })

  it('are booked by project if many slow hosts use their share', () => {
    const fair = create({ maxInFlight: 10 })
    const hosts = [1, 2, 3, 4, 5, 6, 7, 8]
    for (const n of hosts) fair.meet(`slow-${n}.test`, n, SLOW)
    for (const n of hosts.slice(0, 5)) fair.take('a', n, `slow-${n}.test`)
    expect(hosts.slice(5).map((n) => delayOf(fair, 'a', n))).toEqual([20, 40, 60])
  })

  it('return within 2 s if their project has nothing in flight', () => {
    const fair = create({ maxInFlight: 2 })
    fair.take('a', 1)
    fair.take('b', 2)
    const waits = Array.from({ length: 100 }, () => delayOf(fair, 'c', 3))
    expect(Math.max(...waits)).toBeLessThanOrEqual(2_000)
  })
})

describe('the consumer', () => {
  it.each([
    [1, 17],
    [50, 75],
    [200, 300],
    [5_000, 5_100],
  ])('takes, for %i slots, %i concurrent jobs', (maxInFlight, jobs) => {
    expect(jobsAtOnce(maxInFlight)).toBe(jobs)
  })
})
