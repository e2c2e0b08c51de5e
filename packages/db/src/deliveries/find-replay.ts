// Raw SQL: Prisma has no filtered counts.
import type { Db } from '../connection/database.js'
import { totalOf, type ReplayableState, type ReplayCounts } from './replay-deliveries.js'

export interface ReplayRow {
  id: number
  webhookId: number
  states: ReplayableState[]
  since: Date
  until: Date
  byState: ReplayCounts
  createdAt: Date
  finishedAt: Date | null
  canceledAt: Date | null
  progress: ReplayProgress
}

export interface ReplayProgress {
  /** Not yet added, due, in flight, between two attempts, or held. */
  waiting: number
  succeeded: number
  failed: number
  /** Canceled with the replay or its webhook, skipped, or resent separately meanwhile. */
  notSent: number
}

export async function findReplay(
  db: Db,
  { projectId, id }: { projectId: string; id: number },
): Promise<ReplayRow | null> {
  const [row] = await db.$queryRaw<(Omit<ReplayRow, 'progress'> & Outcomes)[]>`
    SELECT r.id, r.webhook_id AS "webhookId", r.states, r.since, r.until, r.by_state AS "byState",
           r.created_at AS "createdAt", r.finished_at AS "finishedAt", r.canceled_at AS "canceledAt", o.*
      FROM replays r
     CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE d.state IN ('pending', 'retrying', 'held'))::integer AS open,
              count(*) FILTER (WHERE d.state = 'succeeded')::integer AS succeeded,
              count(*) FILTER (WHERE d.state = 'failed')::integer AS failed,
              count(*) FILTER (WHERE d.state IN ('skipped', 'canceled'))::integer AS dropped
         FROM deliveries d WHERE d.replay_id = r.id) o
     WHERE r.id = ${id} AND r.project_id = ${projectId}::uuid`
  if (row === undefined) return null
  const { open, succeeded, failed, dropped, ...replay } = row
  return { ...replay, progress: progressOf(replay, { open, succeeded, failed, dropped }) }
}

interface Outcomes {
  open: number
  succeeded: number
  failed: number
  dropped: number
}

function progressOf(
  { byState, finishedAt, canceledAt }: Omit<ReplayRow, 'progress'>,
  { open, succeeded, failed, dropped }: Outcomes,
): ReplayProgress {
  const others = Math.max(0, totalOf(byState) - open - succeeded - failed - dropped)
  const isTakingUp = finishedAt === null && canceledAt === null
  return isTakingUp
    ? { waiting: open + others, succeeded, failed, notSent: dropped }
    : { waiting: open, succeeded, failed, notSent: dropped + others }
}
