import type { HostLoad, Load } from './slot-loads.js'
import type { Loads, Openings } from './waiting-room.js'

export interface SlotPoolOptions {
  maxInFlight: number
  maxPerWebhook: number
  nowMs: () => number
}

/** Share reserved for projects with no attempt in flight. */
const RESERVE_SHARE = 0.1
/** Attempts in flight and unrecorded results together. Without a margin, waiting for records costs a tenth of the rate. */
const UNRECORDED_FACTOR = 1.5
/** Maximum share of all slow hosts together. */
const SLOW_SHARE = 0.5
const SLOW_FOR_MS = 10 * 60_000

const limitsOf = (maxInFlight: number) => ({
  sharedLimit: maxInFlight - Math.max(1, Math.floor(maxInFlight * RESERVE_SHARE)),
  unrecordedLimit: Math.floor(maxInFlight * UNRECORDED_FACTOR),
  slowLimit: Math.max(1, Math.floor(maxInFlight * SLOW_SHARE)),
})

export type SlotPool = ReturnType<typeof createSlotPool>

export function createSlotPool({ maxInFlight, maxPerWebhook, nowMs }: SlotPoolOptions) {
  const { sharedLimit, unrecordedLimit, slowLimit } = limitsOf(maxInFlight)
  let inFlight = 0
  let unrecorded = 0 // attempts that have ended, but whose results are not recorded yet
  let slowInFlight = 0

  const openings: Openings = {
    isWebhookOpen: (webhook) => webhook.inFlight < maxPerWebhook,
    isProjectOpen: (project) =>
      inFlight < (project.inFlight === 0 ? maxInFlight : sharedLimit) &&
      inFlight + unrecorded < unrecordedLimit,
    isHostOpen: (host) => {
      if (host.pace === 'slow' && nowMs() >= host.slowUntilMs) setPace(host, 'unreached')
      return slowInFlight < slowLimit || !host.isNextSlow()
    },
  }

  const setPace = (host: HostLoad, pace: HostLoad['pace']) => {
    slowInFlight -= host.slowInFlight()
    host.pace = pace
    slowInFlight += host.slowInFlight()
  }
  const startAt = (host: HostLoad, now: number) => {
    slowInFlight -= host.slowInFlight()
    host.start(now)
    slowInFlight += host.slowInFlight()
  }
  const endAt = (host: HostLoad, now: number, attemptMs: number | null) => {
    slowInFlight -= host.slowInFlight()
    host.end(now, attemptMs)
    slowInFlight += host.slowInFlight()
  }
  return {
    ...openings,
    /** The limit that prevents an attempt from starting: webhook, project, host, or null. */
    limiterOf: ({ project, host, webhook }: Loads): Load | null => {
      if (!openings.isWebhookOpen(webhook)) return webhook
      if (!openings.isProjectOpen(project)) return project
      return openings.isHostOpen(host) ? null : host
    },
    start: ({ project, host, webhook }: Loads, now: number) => {
      project.start(now)
      webhook.start(now)
      startAt(host, now)
      inFlight += 1
    },
    end: ({ project, host, webhook }: Loads, now: number, attemptMs: number | null) => {
      project.end(now, attemptMs)
      webhook.end(now, attemptMs)
      endAt(host, now, attemptMs)
      inFlight -= 1
    },
    addUnrecorded: (count: number) => void (unrecorded += count),
    move: (from: HostLoad, to: HostLoad, now: number) => {
      endAt(from, now, null)
      startAt(to, now)
    },
    setSlow: (host: HostLoad, isSlow: boolean, now: number) => {
      if (isSlow) host.slowUntilMs = now + SLOW_FOR_MS
      setPace(host, isSlow ? 'slow' : 'fast')
    },
  }
}
