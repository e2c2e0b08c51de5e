import type { HostLoad, Load, WebhookLoad } from './slot-loads.js'

export interface Loads {
  project: Load
  host: HostLoad
  webhook: WebhookLoad
}

export interface Openings {
  isProjectOpen: (project: Load) => boolean
  isHostOpen: (host: HostLoad) => boolean
  isWebhookOpen: (webhook: WebhookLoad) => boolean
}

/** A linked list entry: adding, removing and moving allocate nothing. */
abstract class Entry<Self> {
  before: Self | null = null
  after: Self | null = null
  isInLine = false
}

class Line<Item extends Entry<Item>> {
  first: Item | null = null
  #last: Item | null = null

  add(item: Item): void {
    item.isInLine = true
    item.before = this.#last
    item.after = null
    if (this.#last === null) this.first = item
    else this.#last.after = item
    this.#last = item
  }

  remove(item: Item): void {
    const { before, after } = item
    if (before === null) this.first = after
    else before.after = after
    if (after === null) this.#last = before
    else after.before = before
    item.isInLine = false
  }

  /** Updates an entry after one of its jobs was removed: removes it if empty, moves it to the end if served. */
  update(item: Item, isEmpty: boolean, isServed: boolean): void {
    if (isEmpty) this.remove(item)
    else if (isServed && item !== this.#last) {
      this.remove(item)
      this.add(item)
    }
  }
}

export interface Saturated {
  kind: 'saturated'
  delayMs: number
}

/** A job, first waiting, then holding a slot. */
export class Job extends Entry<Job> implements Loads {
  readonly kind = 'acquired'
  readonly project: Load
  host: HostLoad
  readonly webhook: WebhookLoad
  place: WebhookEntry | null = null
  isFirst = false
  patienceEndsMs = 0
  resolve: (outcome: Job | Saturated) => void = ignore

  constructor({ project, host, webhook }: Loads) {
    super()
    this.project = project
    this.host = host
    this.webhook = webhook
  }
}

function ignore(): void {}

class ProjectEntry extends Entry<ProjectEntry> {
  readonly hosts = new Line<HostEntry>()
  readonly byHost = new Map<HostLoad, HostEntry>()
  readonly project: Load

  constructor(project: Load) {
    super()
    this.project = project
  }
}

class HostEntry extends Entry<HostEntry> {
  readonly webhooks = new Line<WebhookEntry>()
  readonly host: HostLoad
  readonly place: ProjectEntry

  constructor(host: HostLoad, place: ProjectEntry) {
    super()
    this.host = host
    this.place = place
  }
}

class WebhookEntry extends Entry<WebhookEntry> {
  readonly jobs = new Line<Job>()
  readonly webhook: WebhookLoad
  readonly place: HostEntry

  constructor(webhook: WebhookLoad, place: HostEntry) {
    super()
    this.webhook = webhook
    this.place = place
  }
}

/** Waiting jobs by project, host and webhook; a served entry moves to the end of its list at each level. */
export class WaitingRoom {
  readonly #projects = new Line<ProjectEntry>()
  readonly #projectEntries = new WeakMap<Load, ProjectEntry>()
  readonly #webhookEntries = new WeakMap<WebhookLoad, WebhookEntry>()

  isEmpty(): boolean {
    return this.#projects.first === null
  }

  add(job: Job): void {
    const webhook = this.#entryOf(job)
    const host = webhook.place
    const project = host.place
    job.place = webhook
    webhook.jobs.add(job)
    if (!webhook.isInLine) host.webhooks.add(webhook)
    if (!host.isInLine) project.hosts.add(host)
    if (!project.isInLine) this.#projects.add(project)
    count(job, 1)
  }

  remove(job: Job, isServed: boolean): void {
    const webhook = job.place
    if (webhook === null || !job.isInLine) return
    const host = webhook.place
    const project = host.place
    webhook.jobs.remove(job)
    count(job, -1)
    host.webhooks.update(webhook, webhook.jobs.first === null, isServed)
    project.hosts.update(host, host.webhooks.first === null, isServed)
    if (!host.isInLine) project.byHost.delete(host.host)
    this.#projects.update(project, project.hosts.first === null, isServed)
  }

  /** The next job that may start: of the project with the fewest attempts in flight, then round-robin. */
  next(openings: Openings): Job | null {
    let best: Job | null = null
    for (let entry = this.#projects.first; entry !== null; entry = entry.after) {
      const { project } = entry
      const isWorse = best !== null && project.inFlight >= best.project.inFlight
      if (isWorse || !openings.isProjectOpen(project)) continue
      best = nextOf(entry, openings) ?? best
    }
    return best
  }

  all(): Job[] {
    return entriesOf(this.#projects)
      .flatMap(({ hosts }) => entriesOf(hosts))
      .flatMap(({ webhooks }) => entriesOf(webhooks))
      .flatMap(({ jobs }) => entriesOf(jobs))
  }

  /** A new entry if the webhook's URL has changed to another host. */
  #entryOf({ project, host, webhook }: Job): WebhookEntry {
    const known = this.#webhookEntries.get(webhook)
    if (known !== undefined && known.place.host === host && known.place.isInLine) return known
    const entry = new WebhookEntry(webhook, this.#hostEntryOf(project, host))
    this.#webhookEntries.set(webhook, entry)
    return entry
  }

  #hostEntryOf(project: Load, host: HostLoad): HostEntry {
    let place = this.#projectEntries.get(project)
    if (place === undefined) {
      place = new ProjectEntry(project)
      this.#projectEntries.set(project, place)
    }
    let entry = place.byHost.get(host)
    if (entry === undefined) {
      entry = new HostEntry(host, place)
      place.byHost.set(host, entry)
    }
    return entry
  }
}

function nextOf({ hosts }: ProjectEntry, openings: Openings): Job | null {
  for (let host = hosts.first; host !== null; host = host.after) {
    if (!openings.isHostOpen(host.host)) continue
    for (let entry = host.webhooks.first; entry !== null; entry = entry.after)
      if (openings.isWebhookOpen(entry.webhook)) return entry.jobs.first
  }
  return null
}

function entriesOf<Item extends Entry<Item>>({ first }: Line<Item>): Item[] {
  const entries: Item[] = []
  for (let item = first; item !== null; item = item.after) entries.push(item)
  return entries
}

function count({ project, host, webhook }: Job, change: 1 | -1): void {
  project.waiting += change
  host.waiting += change
  webhook.waiting += change
}
