// Raw SQL: Prisma has no SKIP LOCKED.
import { inTransaction, type Database, type Db } from '../connection/database.js'
import type { Batch } from './run-in-batches.js'

/** A table whose rows are anonymized in the order of their ids, each read once. */
export interface AnonymizeWalk {
  task: 'clicks' | 'attributions'
  /** How long rows are kept, by the time in their ids. */
  keptHours: number
  anonymize: (db: Db, range: IdRange) => Promise<AnonymizedIds>
}

export interface IdRange {
  afterId: string
  beforeId: string
  rowsAtOnce: number
}

/** `lastId` is the last row that was read, or null. */
export interface AnonymizedIds extends Batch {
  lastId: string | null
}

/** Anonymizes the next rows and stores the position in one transaction: each is read once. One process at a time. */
export function anonymizeById(
  database: Pick<Database, 'prisma'>,
  { task, keptHours, anonymize }: AnonymizeWalk,
  rowsAtOnce: number,
): Promise<Batch> {
  return inTransaction(database, async (db) => {
    const [range] = await db.$queryRaw<{ afterId: string; beforeId: string }[]>`
      SELECT after_id AS "afterId", uuid7_floor(now() - make_interval(hours => ${keptHours}::integer)) AS "beforeId"
        FROM retention_cursors WHERE task = ${task} FOR UPDATE SKIP LOCKED`
    if (range === undefined) return { looked: 0, rows: 0 }
    const { lastId, ...batch } = await anonymize(db, { ...range, rowsAtOnce })
    if (lastId !== null)
      await db.$executeRaw`UPDATE retention_cursors SET after_id = ${lastId}::uuid WHERE task = ${task}`
    return batch
  })
}
