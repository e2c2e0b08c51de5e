import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import fc from 'fast-check'
import {
  createConcurrencyLimiter,
  jobsAtOnce,
  type Saturated,
  type Slot,
} from './concurrency-limiter.js'

const SLOTS = 40
const MAX_PER_WEBHOOK = 4
const TIMEOUT_MS = 15_000
const WARM_UP_MS = 20_000
const RUN_MS = 45_000

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

interface Project {
  id: string
  webhooks: number
  hosts: number
  /** Each webhook has this many jobs due at the start. Each job that ends is followed by another. */
  jobsEach: number
  attemptMs: number
}

interface Job {
  project: Project
  webhook: number
  isRepeated: boolean
  /** The time since which it waits for its attempt. */
  dueMs: number
}

/** A queue in virtual time: first in, first out; deferred jobs join at its end. */
function simulate(projects: Project[]) {
  const limiter = createConcurrencyLimiter({ maxInFlight: SLOTS, maxPerWebhook: MAX_PER_WEBHOOK })
  const queue: Job[] = []
  const running = new Map<Slot, Job>()
  const waits = new Map<string, number[]>()
  const broken: string[] = []
  const timedOut = new Set<string>()
  let active = 0

  const hostOf = ({ project, webhook }: Job) => `${project.id}-${webhook % project.hosts}.test`
  const webhookId = ({ project, webhook }: Job) => projects.indexOf(project) * 1_000 + webhook
  const count = (is: (job: Job) => boolean) => [...running.values()].filter(is).length

  const push = (job: Job) => {
    queue.push(job)
    pump()
  }
  const pump = () => {
    while (active < jobsAtOnce(SLOTS)) {
      const job = queue.shift()
      if (job === undefined) return
      active += 1
      void run(job)
    }
  }
  const run = async (job: Job) => {
    const request = { projectId: job.project.id, webhookId: webhookId(job) }
    const outcome = await limiter.acquire(request)
    if (outcome.kind === 'saturated') {
      goBack(job, outcome)
      return
    }
    const refusal = limiter.goesTo(outcome, `https://${hostOf(job)}/`)
    if (refusal !== null) {
      limiter.release(outcome)
      goBack(job, refusal)
      return
    }
    verify(job)
    running.set(outcome, job)
    const now = performance.now()
    if (job.dueMs >= WARM_UP_MS) listOf(waits, job.project.id).push(now - job.dueMs)
    setTimeout(finish, job.project.attemptMs, job, outcome)
  }
  const goBack = (job: Job, { delayMs }: Saturated) => {
    setTimeout(push, delayMs, job)
    done()
  }
  const finish = (job: Job, slot: Slot) => {
    const durationMs = job.project.attemptMs
    const isTimeout = durationMs >= TIMEOUT_MS
    running.delete(slot)
    if (isTimeout) timedOut.add(hostOf(job))
    limiter.attempted(slot, { durationMs, errorClass: isTimeout ? 'timeout' : null })
    limiter.recorded()
    if (job.isRepeated) push({ ...job, dueMs: performance.now() })
    done()
  }
  const done = () => {
    active -= 1
    pump()
  }
  /** Whether the attempt may start, before it counts. */
  const verify = (job: Job) => {
    const own = count(({ project }) => project === job.project)
    if (running.size >= SLOTS) broken.push('more attempts than slots')
    if (own > 0 && running.size >= SLOTS * 0.9) broken.push('the reserve was used')
    if (count((one) => webhookId(one) === webhookId(job)) >= MAX_PER_WEBHOOK)
      broken.push('the cap of a webhook')
    const slow = count((one) => timedOut.has(hostOf(one)))
    if (
      timedOut.has(hostOf(job)) &&
      slow >= SLOTS / 2 &&
      performance.now() > WARM_UP_MS + TIMEOUT_MS
    )
      broken.push('slow hosts had more than half')
  }
  return { push, waits, broken }
}

function listOf(lists: Map<string, number[]>, key: string): number[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

const hostileProject = fc.record({
  webhooks: fc.integer({ min: 1, max: 40 }),
  hosts: fc.integer({ min: 1, max: 3 }),
  jobsEach: fc.integer({ min: 1, max: 6 }),
})

async function play(hostile: Omit<Project, 'id' | 'attemptMs'>[], everyMs: number) {
  const projects = hostile.map((one, n) => ({ ...one, id: `hostile-${n}`, attemptMs: TIMEOUT_MS }))
  const healthy = { id: 'healthy', webhooks: 1, hosts: 1, jobsEach: 1, attemptMs: 20 }
  const { push, waits, broken } = simulate([...projects, healthy])
  for (const project of projects)
    for (let webhook = 0; webhook < project.webhooks; webhook += 1)
      for (let n = 0; n < project.jobsEach; n += 1)
        push({ project, webhook, isRepeated: true, dueMs: 0 })
  const timer = setInterval(
    () => push({ project: healthy, webhook: 0, isRepeated: false, dueMs: performance.now() }),
    everyMs,
  )
  await jest.advanceTimersByTimeAsync(RUN_MS)
  clearInterval(timer)
  await jest.advanceTimersByTimeAsync(2_000)
  jest.clearAllTimers()
  return { broken: [...new Set(broken)], waits }
}

describe('hostile projects', () => {
  it('never delay a healthy project, and are limited to their shares', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(hostileProject, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 50, max: 500 }),
        async (hostile, everyMs) => {
          jest.useFakeTimers({ now: 0 })
          const { broken, waits } = await play(hostile, everyMs)
          expect(broken).toEqual([])
          const healthy = (waits.get('healthy') ?? []).toSorted((a, b) => a - b)
          expect(healthy.length).toBeGreaterThan(40)
          expect(healthy[Math.floor(healthy.length / 2)]).toBeLessThanOrEqual(250)
          expect(healthy.at(-1)).toBeLessThanOrEqual(2_000)
        },
      ),
      { numRuns: 20 },
    )
  }, 120_000)

  it('are all served, without starving each other', async () => {
    jest.useFakeTimers({ now: 0 })
    const many = { webhooks: 60, hosts: 1, jobsEach: 10 }
    const few = { webhooks: 1, hosts: 1, jobsEach: 4 }
    const { waits } = await play([many, few, few, few], 100)
    const served = ['hostile-0', 'hostile-1', 'hostile-2', 'hostile-3'].map(
      (id) => waits.get(id)?.length ?? 0,
    )
    expect(Math.min(...served)).toBeGreaterThan(0)
  })
})
