import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { permits } from '@throughline/contracts/roles'
import type { StreamEventName } from '@throughline/contracts/stream'
import type { Database } from '@throughline/db/connection/database'
import { withDatabaseTimeout } from '@throughline/db/connection/with-timeout'
import { watchNotices, type ProjectNews } from '@throughline/db/stream/stream-notices'
import { WATCH_EVERY_MS } from '@throughline/db/stream/stream-publisher'
import { RateLimitedError } from '../../infra/rate-limiter.js'
import { createEventLog } from './event-log.js'
import { createNewsReader } from './news-reader.js'
import { findAllowed, type StreamOwner } from './stream-owner.js'

export interface StreamRequest {
  projectId: string
  owner: StreamOwner
  abilities: readonly string[]
  /** The id of the last event that the client has, or null. */
  lastId: string | null
}

export interface StreamHubOptions {
  database: Pick<Database, 'prisma'>
  maxStreams: number
  /** Announces to all processes which projects have streams in this process. */
  announce: (notice: string, projectIds: readonly string[]) => void
  onError: (error: unknown) => void
}

interface Stream extends StreamRequest {
  source: Readable
}

const MAX_PER_OWNER = 5
const MAX_UNREAD_BYTES = 256 * 1024
/** Keep-alives and role checks run with every second announcement, because proxies close silent connections. */
const TURNS_PER_BEAT = 2
/** How long events of a project are kept without a stream, so that an interrupted stream can resume. */
const LINGER_MS = 30_000
const RETRY_SECONDS = 10

/** The ability that a caller needs for an event; all callers receive events that are not listed. */
const ABILITIES: Partial<Record<StreamEventName, string>> = {
  click: 'attributions:read',
  install: 'attributions:read',
  attempt: 'deliveries:read',
  replay: 'deliveries:read',
}

/** The open streams of this process. Without open streams it does nothing. */
export class StreamHub {
  readonly #options: StreamHubOptions
  readonly #streams = new Set<Stream>()
  /** Projects with an open or recently ended stream, and when the last stream ended. */
  readonly #watched = new Map<string, { idleSinceMs: number | null }>()
  readonly #log = createEventLog(randomUUID().slice(0, 8))
  readonly #news: ReturnType<typeof createNewsReader>
  #turns = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: StreamHubOptions) {
    this.#options = options
    this.#news = createNewsReader({
      ...options,
      publish: (projectId, name, data) => this.#publish(projectId, name, data),
      onLost: (projectId) => this.#reset(projectId),
    })
  }

  /** Yields server-sent events as text until the stream ends. @throws RateLimitedError */
  open(request: StreamRequest): Readable {
    this.#checkLimits(request)
    const source = new Readable({ highWaterMark: MAX_UNREAD_BYTES, read: () => undefined })
    const stream = { ...request, source }
    this.#streams.add(stream)
    source.once('close', () => this.#leave(stream))
    this.#watch(request.projectId)
    for (const text of this.#firstTexts(stream)) push(stream, text)
    if (this.#isClosed) this.#end(stream)
    return source
  }

  /** Receives news from all processes. */
  receive(projects: ReadonlyMap<string, ProjectNews>): void {
    for (const [projectId, news] of projects)
      if (this.#watched.has(projectId)) this.#news.add(projectId, news)
  }

  /** Called if notifications may have been missed. */
  onInvalidated(): void {
    for (const projectId of this.#watched.keys()) this.#reset(projectId)
  }

  size(): number {
    return this.#streams.size
  }

  /** Ends all streams, including those that are being opened. */
  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    this.#news.close()
    for (const stream of this.#streams) this.#end(stream)
  }

  #checkLimits({ owner: { credential } }: StreamRequest): void {
    const own = [...this.#streams].filter(({ owner }) => owner.credential === credential)
    if (own.length >= MAX_PER_OWNER) throw tooMany(`You have ${MAX_PER_OWNER} open streams.`)
    if (this.#streams.size >= this.#options.maxStreams)
      throw tooMany('The server has too many open streams.')
  }

  /** Yields the events that an interrupted stream has missed, then an id from which the next stream can continue. */
  #firstTexts(stream: Stream): string[] {
    const first = `retry: 1000\nid: ${this.#log.lastId()}\n\n`
    if (stream.lastId === null) return [first]
    const missed = this.#log.since(stream.projectId, stream.lastId)
    if (missed === null) return ['event: reset\ndata: {}\n\n', first]
    return [...missed.filter(({ name }) => mayRead(stream, name)).map(({ text }) => text), first]
  }

  #publish(projectId: string, name: StreamEventName, data: unknown): void {
    const event = this.#log.add({ projectId, name, data })
    for (const stream of this.#ofProject(projectId))
      if (mayRead(stream, name)) push(stream, event.text)
  }

  #reset(projectId: string): void {
    this.#log.begin(projectId)
    this.#publish(projectId, 'reset', {})
  }

  #ofProject(projectId: string): Stream[] {
    return [...this.#streams].filter((stream) => stream.projectId === projectId)
  }

  #watch(projectId: string): void {
    const isKnown = this.#watched.has(projectId)
    this.#watched.set(projectId, { idleSinceMs: null })
    if (!this.#isClosed) this.#timer ??= setInterval(() => this.#turn(), WATCH_EVERY_MS).unref()
    if (isKnown) return
    this.#log.begin(projectId)
    this.#announce([projectId])
  }

  #leave(stream: Stream): void {
    if (!this.#streams.delete(stream) || this.#ofProject(stream.projectId).length > 0) return
    this.#watched.set(stream.projectId, { idleSinceMs: performance.now() })
  }

  #end(stream: Stream): void {
    this.#leave(stream)
    stream.source.push(null)
  }

  #announce(projectIds: string[]): void {
    for (const notice of watchNotices(projectIds)) this.#options.announce(notice, projectIds)
  }

  #turn(): void {
    this.#turns += 1
    this.#forgetIdle()
    if (this.#watched.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
      return
    }
    this.#announce([...this.#watched.keys()])
    if (this.#streams.size === 0 || this.#turns % TURNS_PER_BEAT > 0) return
    for (const stream of this.#streams) push(stream, `id: ${this.#log.lastId()}\n\n`)
    void this.#endForbidden()
  }

  #forgetIdle(): void {
    for (const [projectId, { idleSinceMs }] of this.#watched) {
      if (idleSinceMs === null || performance.now() - idleSinceMs < LINGER_MS) continue
      this.#watched.delete(projectId)
      this.#log.end(projectId)
    }
  }

  async #endForbidden(): Promise<void> {
    const { database, onError } = this.#options
    const asked = [...this.#streams]
    try {
      const allowed = await withDatabaseTimeout(findAllowed(database.prisma, asked))
      for (const stream of asked)
        if (!allowed.has(stream) && this.#streams.has(stream)) this.#end(stream)
    } catch (error) {
      // Without the database, no news arrive; the next pass checks again.
      onError(error)
    }
  }
}

function mayRead({ abilities }: Pick<Stream, 'abilities'>, name: StreamEventName): boolean {
  const needed = ABILITIES[name]
  return needed === undefined || permits(abilities, needed)
}

/** Disconnects a client that does not read, because all its events would stay in memory. */
function push({ source }: Stream, text: string): void {
  if (!source.destroyed && !source.push(text)) source.destroy()
}

function tooMany(detail: string): RateLimitedError {
  return new RateLimitedError('streams', RETRY_SECONDS, { detail })
}
