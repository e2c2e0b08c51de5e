import { learnModel } from '@throughline/core/matching/learned-model'
import type { MatchModel } from '@throughline/core/matching/match-model'
import { SHIPPED_MODEL } from '@throughline/core/matching/shipped-model'
import { readMatchCounts } from '@throughline/db/attribution/match-counts'
import type { Database } from '@throughline/db/connection/database'
import type { Logger } from '@throughline/runtime/logger'

export interface CurrentModel {
  current(): MatchModel
  /** Reads the counts again. Never rejects: without the database, it keeps the last model. */
  rebuild(): Promise<void>
  close(): Promise<void>
}

const DAY_MS = 24 * 3_600_000
/** Maximum random delay, so that processes that started together do not all rebuild at the same time the next day. */
const JITTER_MS = 3_600_000
const AFTER_FAILURE_MS = 10 * 60_000

/** Starts with the shipped model and rebuilds it immediately and daily. */
export function openMatchModel({
  database,
  logger,
}: {
  database: Pick<Database, 'prisma'>
  logger: Logger
}): CurrentModel {
  let model = SHIPPED_MODEL
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const rebuild = async () => {
    let nextMs = DAY_MS - Math.random() * JITTER_MS
    try {
      const counts = await readMatchCounts(database.prisma)
      model = learnModel(SHIPPED_MODEL, counts, new Date().toISOString().slice(0, 10))
    } catch (error) {
      nextMs = AFTER_FAILURE_MS
      logger.warn({ err: error }, 'match model not rebuilt; keeping the last one')
    }
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(start, nextMs).unref()
  }
  let running = Promise.resolve()
  const start = () => {
    running = rebuild()
  }
  start()
  return {
    current: () => model,
    rebuild,
    close: () => {
      isClosed = true
      clearTimeout(timer)
      return running
    },
  }
}
