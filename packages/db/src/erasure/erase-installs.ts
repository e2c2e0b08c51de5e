// Raw SQL: Prisma has no row locks in the order of ids.
import { uuidV7Time } from '@throughline/core/lib/ids'
import type { Db } from '../connection/database.js'
import { eraseDeliveries } from './erase-deliveries.js'
import { eraseEvents, type DeletedAttribution } from './erase-events.js'

export interface ErasedCounts {
  installs: number
  clicks: number
  visits: number
  attributions: number
  /** Deliveries that were unfinished, failed or skipped, and are canceled now. */
  deliveriesCanceled: number
  payloadsBlanked: number
}

export interface ErasedInstalls {
  counts: ErasedCounts
  /** Deliveries with an attempt in flight: their response bodies are recorded after this. */
  inFlight: string[]
}

/**
 * Erases installs and all that refers to them. The ids stay with a final decision, so that a repeated report creates no
 * install. Needs its own transaction: a decision locks the click, then the install; this locks in reverse order.
 */
export async function eraseInstalls(
  db: Db,
  which: { projectId: string; installIds: string[]; erasureId: string },
): Promise<ErasedInstalls> {
  const { projectId, erasureId } = which
  const locked = await lockInstalls(db, which)
  const installIds = locked.map(({ installId }) => installId)
  const clickIds = await eraseClicks(db, projectId, installIds)
  const visits = await db.visit.deleteMany({ where: { projectId, clickId: { in: clickIds } } })
  const attributions = await deleteAttributions(db, projectId, installIds)
  const events = await eraseEvents(db, projectId, [...attributions, ...attributionsOfTests(locked)])
  const deliveries = await eraseDeliveries(db, projectId, events)
  await leaveIds(db, { projectId, installIds, erasureId })
  return {
    counts: {
      installs: installIds.length,
      clicks: clickIds.length,
      visits: visits.count,
      attributions: attributions.length,
      deliveriesCanceled: deliveries.canceled,
      payloadsBlanked: events.length,
    },
    inFlight: deliveries.inFlight,
  }
}

/** Locks installs in id order, like every erasure. */
async function lockInstalls(
  db: Db,
  { projectId, installIds }: { projectId: string; installIds: string[] },
): Promise<LockedInstall[]> {
  return db.$queryRaw<LockedInstall[]>`
    SELECT install_id AS "installId", is_test AS "isTest", attribution_id AS "attributionId", decided_at AS "decidedAt"
      FROM installs
     WHERE project_id = ${projectId}::uuid AND install_id = ANY (${installIds}::uuid[]) AND erasure_id IS NULL
     ORDER BY install_id FOR UPDATE`
}

interface LockedInstall {
  installId: string
  isTest: boolean
  attributionId: string | null
  decidedAt: Date
}

/** A test has no row in `attributions`, but its event names one. */
function attributionsOfTests(installs: LockedInstall[]): DeletedAttribution[] {
  return installs.flatMap(({ isTest, attributionId: id, decidedAt }) =>
    isTest && id !== null ? [{ id, madeAt: uuidV7Time(id), attributedAt: decidedAt }] : [],
  )
}

/** The clicks stay consumed, so that no other install claims them. */
async function eraseClicks(db: Db, projectId: string, installIds: string[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    WITH taken AS MATERIALIZED (
      SELECT id, project_id FROM clicks
       WHERE consumed_by = ANY (${installIds}::uuid[]) AND consumed_by IS NOT NULL AND project_id = ${projectId}::uuid
       ORDER BY id FOR UPDATE
    )
    UPDATE clicks c
       SET ip_hash = NULL, ip_prefix_hash = NULL, user_agent = NULL, referer = NULL, visitor_id = NULL, country = NULL,
           os_version = NULL, device_model = NULL, fbclid_captured_at = NULL, params = '{}', consumed_by = NULL
      FROM taken t WHERE c.id = t.id AND c.project_id = t.project_id
    RETURNING c.id`
  return rows.map(({ id }) => id)
}

async function deleteAttributions(
  db: Db,
  projectId: string,
  installIds: string[],
): Promise<DeletedAttribution[]> {
  const rows = await db.$queryRaw<{ id: string; attributedAt: Date }[]>`
    WITH locked AS MATERIALIZED (
      SELECT id FROM attributions
       WHERE project_id = ${projectId}::uuid AND install_id = ANY (${installIds}::uuid[])
       ORDER BY id FOR UPDATE
    )
    DELETE FROM attributions a USING locked l WHERE a.id = l.id
    RETURNING a.id, a.attributed_at AS "attributedAt"`
  return rows.map((row) => ({ ...row, madeAt: uuidV7Time(row.id) }))
}

/** `no_candidate`, whatever the decision was: `consent_missing` would be decided again. */
async function leaveIds(
  db: Db,
  {
    projectId,
    installIds,
    erasureId,
  }: { projectId: string; installIds: string[]; erasureId: string },
): Promise<void> {
  await db.$executeRaw`
    UPDATE installs
       SET erasure_id = ${erasureId}::uuid, is_matched = false, match_type = NULL, confidence = 0, reason = 'no_candidate',
           click_id = NULL, link_id = NULL, attribution_id = NULL, fingerprint_hash = NULL, consent = NULL, trace = '{}', referrer = NULL,
           country = NULL, os_version = NULL, sdk_version = NULL,
           created_at = now(), decided_at = now()
     WHERE project_id = ${projectId}::uuid AND install_id = ANY (${installIds}::uuid[])`
}
