export type SlotOutcome =
  /** `leave` must be called once, with how long the attempt took, or null when none was made. */
  | { kind: 'entered'; leave: (attemptMs: number | null) => void }
  /** Over the cap: come back after this. */
  | { kind: 'full'; waitMs: number }

export interface WebhookSlots {
  /** Answers at once unless the webhook's slots are taken. */
  enter(webhookId: number): SlotOutcome | Promise<SlotOutcome>
}

export interface WebhookSlotsOptions {
  /** Attempts in flight per webhook (DELIVERY_MAX_PER_WEBHOOK). */
  maxPerWebhook: number
  /** How long to wait here for a slot before the job goes back, in milliseconds. */
  patienceMs?: number
  nowMs?: () => number
  random?: () => number
}

const MAX_WAIT_MS = 60_000
/** What an attempt is taken to last before the first one has ended. */
const FIRST_GUESS_MS = 100
/** Weight of the newest attempt in the running mean. */
const NEWEST = 0.2

/**
 * Keeps one slow receiver from taking every slot of this worker. A job over the cap waits here for a moment, at
 * most as many as the cap, so that a fast receiver is kept busy; any other goes back for as long as those
 * before it will need: (waiting ÷ cap) × the recent attempt time, at most 60 s, with jitter.
 */
export function createWebhookSlots(options: WebhookSlotsOptions): WebhookSlots {
  const { maxPerWebhook, patienceMs = 250 } = options
  const nowMs = options.nowMs ?? (() => performance.now())
  const random = options.random ?? Math.random
  const webhooks = new Map<number, WebhookLoad>()

  const enter = (webhookId: number): SlotOutcome | Promise<SlotOutcome> => {
    const load = webhooks.get(webhookId) ?? newLoad()
    webhooks.set(webhookId, load)
    if (load.inFlight < maxPerWebhook) {
      load.inFlight += 1
      return inside(webhookId, load)
    }
    const mayWait = load.waiting.size < maxPerWebhook && patienceMs > 0
    if (!mayWait) return { kind: 'full', waitMs: reserve(load) }
    return waitHere(load).then((isFree) =>
      isFree ? inside(webhookId, load) : { kind: 'full', waitMs: reserve(load) },
    )
  }

  const inside = (webhookId: number, load: WebhookLoad): SlotOutcome => ({
    kind: 'entered',
    leave: (attemptMs) => leave(webhookId, load, attemptMs),
  })

  /** Resolves true when a slot was handed over, which stays counted as in flight. */
  const waitHere = (load: WebhookLoad) =>
    new Promise<boolean>((resolve) => {
      const takeOver = () => {
        clearTimeout(timer)
        load.waiting.delete(takeOver)
        resolve(true)
      }
      const timer = setTimeout(() => {
        load.waiting.delete(takeOver)
        resolve(false)
      }, patienceMs)
      load.waiting.add(takeOver)
    })

  const leave = (webhookId: number, load: WebhookLoad, attemptMs: number | null) => {
    if (attemptMs !== null) load.attemptMs += NEWEST * (attemptMs - load.attemptMs)
    const [takeOver] = load.waiting
    if (takeOver !== undefined) {
      takeOver()
      return
    }
    load.inFlight -= 1
    // A webhook at rest is forgotten, but for one whose jobs are still on their way back.
    if (load.inFlight === 0 && load.backlogEndsMs <= nowMs()) webhooks.delete(webhookId)
  }

  /** Books the next turn behind all those that went back before. */
  const reserve = (load: WebhookLoad): number => {
    const now = nowMs()
    const turnMs = Math.max(load.attemptMs, 1) / maxPerWebhook
    load.backlogEndsMs = Math.min(Math.max(load.backlogEndsMs, now) + turnMs, now + MAX_WAIT_MS)
    const waitMs = load.backlogEndsMs - now
    return Math.min(MAX_WAIT_MS, Math.max(10, Math.ceil(waitMs * (0.8 + 0.4 * random()))))
  }

  return { enter }
}

interface WebhookLoad {
  inFlight: number
  /** Jobs that wait in this process, first come first served. */
  waiting: Set<() => void>
  /** Running mean. */
  attemptMs: number
  /** When the jobs that went back will all have had their turn. */
  backlogEndsMs: number
}

function newLoad(): WebhookLoad {
  return { inFlight: 0, waiting: new Set(), attemptMs: FIRST_GUESS_MS, backlogEndsMs: 0 }
}
