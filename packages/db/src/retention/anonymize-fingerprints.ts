import { FINGERPRINT_DAYS } from '@throughline/core/matching/fingerprint'
import type { Database, Db } from '../connection/database.js'
import { anonymizeById, type AnonymizedIds, type IdRange } from './anonymize-by-id.js'
import { runInBatches, changeInBatches, type BatchRun } from './run-in-batches.js'

/** The API's clock makes ids of attributions. It differs from the database's by less than this. */
const CLOCKS_DIFFER_HOURS = 1

/** Removes fingerprint and address hashes that no query can ask for any more. Raw SQL: Prisma has no SKIP LOCKED. */
export async function anonymizeFingerprints(database: Pick<Database, 'prisma'>): Promise<BatchRun> {
  const attributions = await runInBatches((rows) => anonymizeById(database, WALK, rows))
  const installs = await changeInBatches(
    (rowsAtOnce) => database.prisma.$executeRaw`
      UPDATE installs SET fingerprint_hash = NULL WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM installs
         WHERE fingerprint_hash IS NOT NULL AND decided_at < now() - make_interval(days => ${FINGERPRINT_DAYS}::integer)
         ORDER BY decided_at LIMIT ${rowsAtOnce}::integer FOR UPDATE SKIP LOCKED))`,
  )
  return {
    rows: attributions.rows + installs.rows,
    hasMore: attributions.hasMore || installs.hasMore,
  }
}

const WALK = {
  task: 'attributions',
  keptHours: FINGERPRINT_DAYS * 24 + CLOCKS_DIFFER_HOURS,
  anonymize: anonymizeAttributions,
} as const

async function anonymizeAttributions(
  db: Db,
  { afterId, beforeId, rowsAtOnce }: IdRange,
): Promise<AnonymizedIds> {
  const [batch] = await db.$queryRaw<AnonymizedIds[]>`
    WITH batch AS MATERIALIZED (
      SELECT id, num_nonnulls(fingerprint_hash, ip_hash) > 0 AS has_personal_data
        FROM attributions WHERE id > ${afterId}::uuid AND id < ${beforeId}::uuid
       ORDER BY id LIMIT ${rowsAtOnce}::integer FOR UPDATE
    ), anonymized AS (
      UPDATE attributions a SET fingerprint_hash = NULL, ip_hash = NULL
        FROM batch b WHERE b.has_personal_data AND a.id = b.id
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM batch)::integer AS looked, (SELECT count(*) FROM anonymized)::integer AS rows,
           (SELECT id FROM batch ORDER BY id DESC LIMIT 1) AS "lastId"`
  return batch ?? { looked: 0, rows: 0, lastId: null }
}
