// Raw SQL: Prisma has no row locks in the order of ids.
import type { Database, Db } from '../connection/database.js'
import { anonymizeById, type AnonymizedIds, type IdRange } from './anonymize-by-id.js'
import { runInBatches, type BatchRun } from './run-in-batches.js'

/** A code finds its click by the address for 24 h at most; an hour more for clocks that differ. */
export const CLICK_TRACES_HOURS = 25

/** Removes hashes of address, user agent, referer and visitor, all at one age: a click is written only once more. */
export function anonymizeClicks(
  database: Pick<Database, 'prisma'>,
  rowsAtOnce?: number,
): Promise<BatchRun> {
  return runInBatches(
    (rows) =>
      anonymizeById(database, { task: 'clicks', keptHours: CLICK_TRACES_HOURS, anonymize }, rows),
    rowsAtOnce,
  )
}

async function anonymize(
  db: Db,
  { afterId, beforeId, rowsAtOnce }: IdRange,
): Promise<AnonymizedIds> {
  const [batch] = await db.$queryRaw<AnonymizedIds[]>`
    WITH batch AS MATERIALIZED (
      SELECT id, project_id,
             num_nonnulls(ip_hash, ip_prefix_hash, user_agent, referer, visitor_id) > 0 AS has_personal_data
        FROM clicks WHERE id > ${afterId}::uuid AND id < ${beforeId}::uuid
       ORDER BY id LIMIT ${rowsAtOnce}::integer FOR UPDATE
    ), anonymized AS (
      UPDATE clicks c
         SET ip_hash = NULL, ip_prefix_hash = NULL, user_agent = NULL, referer = NULL, visitor_id = NULL
        FROM batch b WHERE b.has_personal_data AND c.id = b.id AND c.project_id = b.project_id
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM batch)::integer AS looked, (SELECT count(*) FROM anonymized)::integer AS rows,
           (SELECT id FROM batch ORDER BY id DESC LIMIT 1) AS "lastId"`
  return batch ?? { looked: 0, rows: 0, lastId: null }
}
