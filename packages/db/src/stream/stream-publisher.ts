import { takeNewsNotice, type ProjectNews, type StreamKind } from './stream-notices.js'

/** Publishes events to processes with open streams. It may lose events, but never delays or fails a write. */
export interface StreamPublisher {
  /** Call it after the commit. Costs a lookup in a map while no stream of the project is open. */
  note(kind: StreamKind, projectId: string, id: string): void
  watch(projectIds: readonly string[]): void
  close(): void
}

export interface StreamPublisherOptions {
  send: (notice: string) => Promise<void>
  onError: (error: unknown) => void
}

/** At most one notice in this time. */
const NOTICE_EVERY_MS = 250
/** Processes with open streams repeat what they watch. */
export const WATCH_EVERY_MS = 5_000
const WATCHED_FOR_MS = 3 * WATCH_EVERY_MS
const MAX_IDS = 10

export function createStreamPublisher(options: StreamPublisherOptions): StreamPublisher {
  const { send, onError } = options
  const watchedUntilMs = new Map<string, number>()
  const pending = new Map<string, ProjectNews>()
  let timer: NodeJS.Timeout | undefined

  const sendSoon = () => {
    timer = setTimeout(() => {
      send(takeNewsNotice(pending))
        .catch(onError)
        .finally(() => {
          timer = undefined
          if (pending.size > 0) sendSoon()
        })
    }, NOTICE_EVERY_MS).unref()
  }
  const isWatched = (projectId: string) => {
    const untilMs = watchedUntilMs.get(projectId)
    if (untilMs === undefined) return false
    if (untilMs > performance.now()) return true
    watchedUntilMs.delete(projectId)
    return false
  }
  return {
    note(kind, projectId, id) {
      if (!isWatched(projectId)) return
      const project = pending.get(projectId) ?? {}
      pending.set(projectId, project)
      const news = (project[kind] ??= { count: 0, ids: [] })
      news.count += 1
      if (news.ids.push(id) > MAX_IDS) news.ids.shift()
      if (timer === undefined) sendSoon()
    },
    watch(projectIds) {
      for (const projectId of projectIds)
        watchedUntilMs.set(projectId, performance.now() + WATCHED_FOR_MS)
    },
    close() {
      clearTimeout(timer)
      watchedUntilMs.clear()
    },
  }
}
