// Raw SQL: Prisma has no row locks in the order of ids, and no SKIP LOCKED.
import { inTransaction, type Database, type Db } from '../connection/database.js'

/** A fraction of a second's work. The worker continues with the rest. */
const ROWS_AT_ONCE = 10_000

/** Cancels a replay, in the caller's transaction; what was sent stays sent. False if the project has no such replay. */
export async function cancelReplay(
  db: Db,
  { projectId, id }: { projectId: string; id: number },
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<boolean> {
  const [replay] = await db.$queryRaw<{ is_open: boolean }[]>`
    SELECT canceled_at IS NULL AND (finished_at IS NULL OR EXISTS (
             SELECT FROM deliveries d WHERE d.replay_id = r.id AND d.state IN ('pending', 'retrying', 'held'))) AS is_open
      FROM replays r WHERE id = ${id} AND project_id = ${projectId}::uuid
       FOR UPDATE`
  if (replay === undefined) return false
  if (!replay.is_open) return true
  await db.$executeRaw`UPDATE replays SET canceled_at = now(), finished_at = NULL WHERE id = ${id}`
  await restoreSome(db, id, rowsAtOnce)
  return true
}

/** Restores the next deliveries of a canceled replay. Safe to run concurrently; false when there is nothing to do. */
export function continueCancel(
  database: Pick<Database, 'prisma'>,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<boolean> {
  return inTransaction(database, async (db) => {
    const [replay] = await db.$queryRaw<{ id: number }[]>`
      SELECT id FROM replays WHERE canceled_at IS NOT NULL AND finished_at IS NULL
       ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`
    if (replay === undefined) return false
    await restoreSome(db, replay.id, rowsAtOnce)
    return true
  })
}

/** Locks rows in id order, like the recording of results, and checks them again once locked. */
async function restoreSome(db: Db, replayId: number, rowsAtOnce: number): Promise<void> {
  const restored = await db.$executeRaw`
    WITH picked AS MATERIALIZED (
      SELECT id, project_id FROM deliveries
       WHERE replay_id = ${replayId} AND state IN ('pending', 'retrying', 'held')
         AND (lease_until IS NULL OR lease_until <= clock_timestamp())
       ORDER BY id LIMIT ${rowsAtOnce}
    ), waiting AS MATERIALIZED (
      SELECT w.* FROM (SELECT * FROM picked ORDER BY id) p
       CROSS JOIN LATERAL (
         SELECT d.id, d.project_id FROM deliveries d
          WHERE d.id = p.id AND d.project_id = p.project_id AND d.replay_id = ${replayId}
            AND d.state IN ('pending', 'retrying', 'held')
            AND (d.lease_until IS NULL OR d.lease_until <= clock_timestamp())
          LIMIT 1 FOR UPDATE) w
    )
    UPDATE deliveries d
       SET state = CASE WHEN d.state_before_replay = 'skipped' AND d.schedule_attempts > 0 THEN 'failed'
                        ELSE d.state_before_replay END,
           next_attempt_at = NULL, due_at = NULL, enqueued_at = NULL, held_at = NULL, completed_at = now(),
           replay_id = NULL, state_before_replay = NULL
      FROM waiting w WHERE d.id = w.id AND d.project_id = w.project_id`
  if (restored < rowsAtOnce)
    await db.$executeRaw`UPDATE replays SET finished_at = now() WHERE id = ${replayId}`
}
