import type { ErrorClass } from './delivery-error.js'
import { createLoads, HostLoad, Load, WebhookLoad } from './slot-loads.js'
import { createSlotPool, type SlotPool } from './slot-pool.js'
import { Job, WaitingRoom, type Loads, type Saturated } from './waiting-room.js'

export type { Saturated } from './waiting-room.js'

export interface Slot extends Loads {
  kind: 'acquired'
}

export type SlotOutcome = Slot | Saturated

export interface SlotRequest {
  webhookId: number
  /** Without a project id, the webhook's jobs count as a project. */
  projectId?: string | undefined
}

export interface SlotAttempt {
  durationMs: number
  errorClass: ErrorClass | null
}

export interface ConcurrencyLimiter {
  /** Returns a promise only when the job waits here for a short time. */
  acquire(request: SlotRequest): SlotOutcome | Promise<SlotOutcome>
  /** Registers the attempt's host once the URL is known. If it is saturated, no attempt may be made. */
  goesTo(slot: Slot, url: string): Saturated | null
  /** Ends the attempt. It counts as unrecorded until `recorded`, so that an outage leaves few results unrecorded. */
  attempted(slot: Slot, attempt: SlotAttempt): void
  recorded(): void
  /** Ends a slot without an attempt. */
  release(slot: Slot): void
  stopWaiting(): void
}

export interface ConcurrencyLimiterOptions {
  /** Attempts in flight (DELIVERY_CONCURRENCY). */
  maxInFlight: number
  /** Attempts in flight per webhook (DELIVERY_MAX_PER_WEBHOOK). */
  maxPerWebhook: number
  /** How long a job waits here before it returns to the queue. */
  patienceMs?: number
  nowMs?: () => number
  random?: () => number
}

const SLOW_FROM_MS = 2_000
const PATIENCE_MS = 250
/** One job per project waits longer, so that it can start when a slot is released. */
const FIRST_PATIENCE_MS = 10_000
const FIRST_DELAY_MS = 1_000
const CACHE_SIZE = 10_000

function waitingPlaces(maxInFlight: number): number {
  return Math.min(100, Math.max(16, Math.ceil(maxInFlight / 2)))
}

/** More than the number of slots, so that saturated jobs return to the queue and later jobs are considered. */
export function jobsAtOnce(maxInFlight: number): number {
  return maxInFlight + waitingPlaces(maxInFlight)
}

/**
 * Shares attempts by project, then host, then webhook. A job waits here if its turn is near, else in the queue (ADR
 * 51).
 */
export function createConcurrencyLimiter(options: ConcurrencyLimiterOptions): ConcurrencyLimiter {
  const { maxInFlight, maxPerWebhook, patienceMs = PATIENCE_MS } = options
  const { nowMs = () => performance.now(), random = Math.random } = options
  const pool = createSlotPool({ maxInFlight, maxPerWebhook, nowMs })
  const loadsOf = createLoadsOfRequests() // mutant: no-fair-shares
  const start = (job: Job): Job => {
    pool.start(job, nowMs())
    return job
  }
  const sendBack = (loads: Loads, limiter: Load) =>
    defer(loads, limiter, { now: nowMs(), random: random() })
  const waitingLine = createWaitingLine({ maxInFlight, patienceMs, pool, start, sendBack, nowMs })
  let isStopped = false

  const isWorthWaiting = (job: Job, limiter: Load) => {
    if (isStopped) return false
    const isNear =
      (limiter.waiting + 1) * limiter.turnMs() <= patienceMs &&
      limiter.quietMs(nowMs()) <= patienceMs
    return isNear && !(limiter === job.webhook && limiter.waiting >= maxPerWebhook)
  }
  return {
    acquire: (request) => {
      const job = loadsOf.request(request)
      const limiter = pool.limiterOf(job)
      if (limiter === null) return start(job)
      const mayBeFirst = !isStopped && limiter !== job.webhook && waitingLine.hasPlaceForFirst(job)
      if (mayBeFirst) return waitingLine.wait(job, true)
      return isWorthWaiting(job, limiter) ? waitingLine.wait(job, false) : sendBack(job, limiter)
    },
    goesTo: (slot, url) => {
      const host = loadsOf.hostAt(slot, url)
      if (host === slot.host) return null
      if (!pool.isHostOpen(host)) return sendBack(slot, host)
      pool.move(slot.host, host, nowMs())
      slot.host = host
      waitingLine.serve()
      return null
    },
    attempted: (slot, attempt) => {
      const now = nowMs()
      pool.end(slot, now, attempt.durationMs)
      pool.addUnrecorded(1)
      pool.setSlow(slot.host, isSlow(attempt), now)
      waitingLine.serve()
    },
    recorded: () => {
      pool.addUnrecorded(-1)
      waitingLine.serve()
    },
    release: (slot) => {
      pool.end(slot, nowMs(), null)
      waitingLine.serve()
    },
    stopWaiting: () => {
      isStopped = true
      waitingLine.clear()
    },
  }
}

function isSlow({ durationMs, errorClass }: SlotAttempt): boolean {
  return errorClass === 'timeout' || durationMs > SLOW_FROM_MS
}

interface WaitingLineOptions {
  maxInFlight: number
  patienceMs: number
  pool: SlotPool
  start: (job: Job) => Job
  sendBack: (loads: Loads, limiter: Load) => Saturated
  nowMs: () => number
}

/** Jobs that wait in this process until a slot is free or their maximum wait ends. */
function createWaitingLine(options: WaitingLineOptions) {
  const { maxInFlight, patienceMs, pool, start, sendBack, nowMs } = options
  const room = new WaitingRoom()
  const maxFirst = patienceMs === 0 ? 0 : waitingPlaces(maxInFlight) / 2
  let firsts = 0
  let sweep: NodeJS.Timeout | undefined

  const removeWaiter = (job: Job, isServed: boolean) => {
    room.remove(job, isServed)
    if (job.isFirst) firsts -= 1
  }
  const giveUp = (job: Job) => {
    removeWaiter(job, false)
    const limiter = pool.limiterOf(job)
    if (limiter === null) job.resolve(start(job))
    else if (job.isFirst) job.resolve({ kind: 'saturated', delayMs: FIRST_DELAY_MS })
    else job.resolve(sendBack(job, limiter))
  }
  const giveUpExpired = () => {
    const now = nowMs()
    for (const job of room.all()) if (now >= job.patienceEndsMs) giveUp(job)
    if (!room.isEmpty()) return
    clearInterval(sweep)
    sweep = undefined
  }
  // Creates neither a timer nor a named function per waiting job: each costs half a microsecond.
  const wait = (job: Job, isFirst: boolean) =>
    new Promise<SlotOutcome>((resolve) => {
      job.resolve = resolve
      job.isFirst = isFirst
      job.patienceEndsMs = nowMs() + (isFirst ? FIRST_PATIENCE_MS : patienceMs)
      sweep ??= setInterval(giveUpExpired, Math.max(1, patienceMs / 10))
      if (isFirst) firsts += 1
      room.add(job)
    })
  const serve = () => {
    if (room.isEmpty()) return
    for (let job = room.next(pool); job !== null; job = room.next(pool)) {
      removeWaiter(job, true)
      job.resolve(start(job))
    }
  }
  return {
    wait,
    serve,
    /** Whether the job may wait as the only one of its project. */
    hasPlaceForFirst: ({ project }: Job) => project.waiting === 0 && firsts < maxFirst,
    clear: () => {
      for (const job of room.all()) giveUp(job)
      clearInterval(sweep)
    },
  }
}

function createLoadsOfRequests() {
  const webhooks = createLoads(CACHE_SIZE, () => new WebhookLoad())
  const hosts = createLoads(CACHE_SIZE, () => new HostLoad())
  const projects = createLoads(CACHE_SIZE, () => new Load())
  return {
    /** Webhooks whose URL is not known yet share one placeholder host. */
    request: ({ webhookId, projectId }: SlotRequest): Job => {
      const webhook: WebhookLoad = webhooks.get(webhookId)
      const projectKey = projectId ?? `webhook ${webhookId}`
      const host = webhook.host.get(hosts, webhook.hostKey ?? projectKey)
      return new Job({ project: webhook.project.get(projects, projectKey), host, webhook })
    },
    hostAt: ({ webhook, host }: Loads, url: string): HostLoad => {
      webhook.goesTo(url)
      return webhook.hostKey === null ? host : webhook.host.get(hosts, webhook.hostKey)
    },
  }
}

const MAX_DELAY_MS = 60_000
const MAX_IDLE_DELAY_MS = 2_000
const MIN_DELAY_MS = 10
/** Delay while the estimate is based on attempts that have not ended: two delivery timeouts by default. */
const MAX_UNSURE_DELAY_MS = 30_000

/** Books the next turn after all jobs deferred before. */
function defer(
  { project, webhook }: Loads,
  limiter: Load,
  { now, random }: { now: number; random: number },
): Saturated {
  // Jobs for slow hosts are booked by project: by host, the first jobs of each of many hosts would return too soon.
  const booked = limiter === webhook ? webhook : project
  const turnMs = booked.turnMs()
  const unsureTurnMs = (2 * booked.quietMs(now)) / Math.max(1, booked.inFlight)
  let maxDelayMs = unsureTurnMs > turnMs ? MAX_UNSURE_DELAY_MS : MAX_DELAY_MS
  if (limiter === project && project.inFlight === 0) maxDelayMs = MAX_IDLE_DELAY_MS
  const endsMs = Math.max(booked.backlogEndsMs, now) + Math.max(turnMs, unsureTurnMs)
  booked.backlogEndsMs = Math.min(endsMs, now + maxDelayMs)
  // Jobs past the last bookable turn must not return all at once.
  const jitter = endsMs > now + maxDelayMs ? 0.5 + 0.5 * random : 0.8 + 0.4 * random
  const delayMs = Math.max(MIN_DELAY_MS, Math.ceil((booked.backlogEndsMs - now) * jitter))
  return { kind: 'saturated', delayMs: Math.min(maxDelayMs, delayMs) }
}
