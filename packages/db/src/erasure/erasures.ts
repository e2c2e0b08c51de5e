// Raw SQL: the receipt's times are by the database's clock, and Prisma has no lateral joins.
import { newUuidV7 } from '@throughline/core/lib/ids'
import type { Db } from '../connection/database.js'
import type { ErasedCounts } from './erase-installs.js'

/** The receipt of an erasure of one install or of a link's visitors; `installId` or `code` is null. */
export interface ErasureRow extends ErasedCounts {
  id: string
  installId: string | null
  code: string | null
  erasedAt: Date | null
}

/** Clicks may have ids from before their link was created, by a clock that is behind. */
const CLOCKS_DIFFER = '1 hour'

/** Creates the receipt of an install's erasure, to be completed in the same transaction. */
export async function insertInstallErasure(db: Db, projectId: string): Promise<string> {
  const id = newUuidV7()
  await db.erasure.create({ data: { id, projectId } })
  return id
}

/** Creates the erasure of all visitors of a link so far, for `continueErasure`. */
export async function insertLinkErasure(
  db: Db,
  link: { projectId: string; linkId: number },
): Promise<string> {
  const id = newUuidV7()
  await db.$executeRaw`
    INSERT INTO erasures (id, project_id, link_id, after_id, until_id)
    SELECT ${id}::uuid, project_id, id, uuid7_floor(created_at - ${CLOCKS_DIFFER}::interval),
           uuid7_floor(now() + ${CLOCKS_DIFFER}::interval)
      FROM links WHERE id = ${link.linkId} AND project_id = ${link.projectId}::uuid`
  return id
}

export async function addToErasure(
  db: Db,
  id: string,
  { counts, inFlight = [] }: { counts: Partial<ErasedCounts>; inFlight?: string[] },
): Promise<void> {
  await db.erasure.update({
    where: { id },
    data: {
      installs: { increment: counts.installs ?? 0 },
      clicks: { increment: counts.clicks ?? 0 },
      visits: { increment: counts.visits ?? 0 },
      attributions: { increment: counts.attributions ?? 0 },
      deliveriesCanceled: { increment: counts.deliveriesCanceled ?? 0 },
      payloadsBlanked: { increment: counts.payloadsBlanked ?? 0 },
      inFlight: { push: inFlight },
    },
  })
}

export async function finishErasure(db: Db, id: string): Promise<void> {
  await db.$executeRaw`UPDATE erasures SET erased_at = now() WHERE id = ${id}::uuid`
}

/** A project's receipt, or null. The erased install refers to it; it does not contain the install. */
export async function findErasure(
  db: Db,
  key: { projectId: string; id: string },
): Promise<ErasureRow | null> {
  const [row] = await db.$queryRaw<ErasureRow[]>`
    SELECT e.id, l.code, CASE WHEN e.link_id IS NULL THEN i.install_id END AS "installId", e.installs, e.clicks, e.visits,
           e.attributions, e.deliveries_canceled AS "deliveriesCanceled", e.payloads_blanked AS "payloadsBlanked",
           e.erased_at AS "erasedAt"
      FROM erasures e
      LEFT JOIN links l ON l.id = e.link_id
      LEFT JOIN LATERAL (
        SELECT i.install_id FROM installs i WHERE i.erasure_id = e.id AND i.erasure_id IS NOT NULL LIMIT 1) i ON true
     WHERE e.id = ${key.id}::uuid AND e.project_id = ${key.projectId}::uuid`
  return row ?? null
}

/** The erasure of an install: null if it was not erased, undefined if there is no such install. */
export async function findErasureOfInstall(
  db: Db,
  { projectId, installId }: { projectId: string; installId: string },
): Promise<string | null | undefined> {
  const row = await db.install.findUnique({
    where: { projectId_installId: { projectId, installId } },
    select: { erasureId: true },
  })
  return row?.erasureId
}
