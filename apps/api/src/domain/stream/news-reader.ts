import type { StreamEventName } from '@throughline/contracts/stream'
import type { Database } from '@throughline/db/connection/database'
import { withDatabaseTimeout } from '@throughline/db/connection/with-timeout'
import { findReplay } from '@throughline/db/deliveries/find-replay'
import { STREAM_KINDS, type ProjectNews } from '@throughline/db/stream/stream-notices'
import { presentReplay, readNews } from './read-news.js'

export interface NewsReader {
  add(projectId: string, news: ProjectNews): void
  close(): void
}

export interface NewsReaderOptions {
  database: Pick<Database, 'prisma'>
  publish: (projectId: string, name: StreamEventName, data: unknown) => void
  /** Called if the added news could not be read. */
  onLost: (projectId: string) => void
  onError: (error: unknown) => void
}

/** Progress is read less often, because it counts all deliveries of a replay. */
const REPLAY_EVERY_MS = 2_000
const REPLAY_REST = 10
const MAX_IDS = 10

/** Turns news into events. News that arrive during a read wait for the next one. */
export function createNewsReader(options: NewsReaderOptions): NewsReader {
  const { database, publish, onLost, onError } = options
  let waiting = new Map<string, ProjectNews>()
  let isReading = false
  let isClosed = false
  const replays = createReplayReader(options)

  const readAll = async () => {
    isReading = true
    while (waiting.size > 0 && !isClosed) {
      const news = waiting
      waiting = new Map()
      try {
        const read = await withDatabaseTimeout(readNews(database.prisma, news))
        for (const { projectId, name, data } of read.events) publish(projectId, name, data)
        for (const { projectId, id } of read.replays) replays.add(projectId, id)
      } catch (error) {
        onError(error)
        for (const projectId of news.keys()) onLost(projectId)
      }
    }
    isReading = false
  }
  return {
    add(projectId, news) {
      waiting.set(projectId, addNews(waiting.get(projectId), news))
      if (!isReading && !isClosed) void readAll()
    },
    close() {
      isClosed = true
      replays.close()
    },
  }
}

function addNews(former: ProjectNews | undefined, news: ProjectNews): ProjectNews {
  if (former === undefined) return news
  const sum: ProjectNews = { ...former }
  for (const kind of STREAM_KINDS) {
    const [one, other] = [former[kind], news[kind]]
    if (one === undefined || other === undefined) Object.assign(sum, { [kind]: one ?? other })
    else
      sum[kind] = {
        count: one.count + other.count,
        ids: [...one.ids, ...other.ids].slice(-MAX_IDS),
      }
  }
  return sum
}

/** Reads the progress of replays whose deliveries are attempted, and again if more were attempted meanwhile. */
function createReplayReader({ database, publish, onError }: NewsReaderOptions) {
  const running = new Map<number, { timer: NodeJS.Timeout; isAgain: boolean }>()
  let isClosed = false
  const start = (projectId: string, id: number, afterMs: number) => {
    if (isClosed) return
    const timer = setTimeout(() => void read(projectId, id), afterMs).unref()
    running.set(id, { timer, isAgain: false })
  }
  const read = async (projectId: string, id: number) => {
    const startedMs = performance.now()
    const replay = await findReplay(database.prisma, { projectId, id }).catch((error: unknown) => {
      onError(error)
      return null
    })
    const isAgain = running.get(id)?.isAgain === true
    running.delete(id)
    if (replay === null) return
    publish(projectId, 'replay', presentReplay(replay))
    const restMs = Math.max(REPLAY_EVERY_MS, (performance.now() - startedMs) * REPLAY_REST)
    if (isAgain) start(projectId, id, restMs)
  }
  return {
    add(projectId: string, id: number) {
      const known = running.get(id)
      if (known === undefined) start(projectId, id, REPLAY_EVERY_MS / 4)
      else known.isAgain = true
    },
    close() {
      isClosed = true
      for (const { timer } of running.values()) clearTimeout(timer)
      running.clear()
    },
  }
}
