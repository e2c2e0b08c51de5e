import type { HostLoad, Load, WebhookLoad } from './slot-loads.js'

/** A job that waits for a slot. */
export interface Waiter {
  project: Load
  host: HostLoad
  webhook: WebhookLoad
}

/** Which of those that wait may start now. */
export interface Openings {
  isProjectOpen: (project: Load) => boolean
  isHostOpen: (host: HostLoad) => boolean
  isWebhookOpen: (webhook: WebhookLoad) => boolean
}

type ByWebhook<One> = Map<WebhookLoad, Set<One>>
type ByHost<One> = Map<HostLoad, ByWebhook<One>>

/**
 * Jobs that wait, by project, host and webhook. Each map is in the order of the turns: what was served goes to its end.
 */
export function createWaitingRoom<One extends Waiter>() {
  const projects = new Map<Load, ByHost<One>>()

  const add = (waiter: One) => {
    const { project, host, webhook } = waiter
    const hosts = getOrSet(projects, project, () => new Map() as ByHost<One>)
    const webhooks = getOrSet(hosts, host, () => new Map() as ByWebhook<One>)
    getOrSet(webhooks, webhook, () => new Set<One>()).add(waiter)
    count(waiter, 1)
  }

  /** @param isServed whether its project, host and webhook have had their turn */
  const remove = (waiter: One, isServed: boolean) => {
    const { project, host, webhook } = waiter
    const hosts = projects.get(project)
    const webhooks = hosts?.get(host)
    const waiters = webhooks?.get(webhook)
    if (waiters?.delete(waiter) !== true) return
    count(waiter, -1)
    if (webhooks !== undefined) moveToEnd(webhooks, webhook, isServed)
    if (hosts !== undefined) moveToEnd(hosts, host, isServed)
    moveToEnd(projects, project, isServed)
  }

  /** The next one that may start: of the project with the least in flight, then by turns. */
  const next = (openings: Openings): One | null => {
    let best: One | null = null
    for (const [project, hosts] of projects) {
      const isWorse = best !== null && project.inFlight >= best.project.inFlight
      if (isWorse || !openings.isProjectOpen(project)) continue
      best = nextOf(hosts, openings) ?? best
    }
    return best
  }

  const all = () =>
    [...projects.values()].flatMap((hosts) =>
      [...hosts.values()].flatMap((webhooks) => [...webhooks.values()].flatMap((set) => [...set])),
    )
  return { add, remove, next, all, isEmpty: () => projects.size === 0 }
}

function nextOf<One extends Waiter>(hosts: ByHost<One>, openings: Openings): One | null {
  for (const [host, webhooks] of hosts) {
    if (!openings.isHostOpen(host)) continue
    for (const [webhook, [first]] of webhooks)
      if (first !== undefined && openings.isWebhookOpen(webhook)) return first
  }
  return null
}

function count({ project, host, webhook }: Waiter, change: 1 | -1): void {
  project.waiting += change
  host.waiting += change
  webhook.waiting += change
}

function getOrSet<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const value = make()
  map.set(key, value)
  return value
}

/** Removes the entry when nothing is left in it. */
function moveToEnd<Key, Value extends { size: number }>(
  map: Map<Key, Value>,
  key: Key,
  isServed: boolean,
): void {
  const value = map.get(key)
  if (value === undefined || (value.size > 0 && !isServed)) return
  map.delete(key)
  if (value.size > 0) map.set(key, value)
}
