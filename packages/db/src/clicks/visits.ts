// Raw SQL: Prisma has no insert of selected rows.
import type { Db } from '../connection/database.js'

export interface NewVisit {
  id: string
  projectId: string
  clickId: string
  visitorId: string | null
  ipHash: Uint8Array | null
  ipPrefixHash: Uint8Array | null
  /** The reported fields that matching compares with an install: `os_version, model, screen_width, …`. */
  signals: Record<string, unknown>
  /** A more precise platform of the click, or null to keep it. */
  platform: string | null
  osVersion: string | null
  deviceModel: string | null
  /** Unix seconds when the browser first saw the click's fbclid, or null. */
  fbclidCapturedAt: number | null
}

/** How long the ad network credits that click id, in seconds. */
const FBCLID_MAX_AGE_SECONDS = 90 * 86_400

/** `repeated`: the click already had a report. `without_click`: the click does not exist, or not yet. */
export type VisitOutcome = 'written' | 'repeated' | 'without_click'

/** Writes a click's one device report and completes the click; a plausible earlier fbclid time replaces the click's. */
export async function insertVisit(db: Db, visit: NewVisit): Promise<VisitOutcome> {
  const updated = await db.$executeRaw`
    WITH visit AS (
      INSERT INTO visits (id, project_id, click_id, link_id, visitor_id, ip_hash, ip_prefix_hash, signals)
      SELECT ${visit.id}::uuid, c.project_id, c.id, c.link_id, ${visit.visitorId}::uuid, ${visit.ipHash}::bytea,
             ${visit.ipPrefixHash}::bytea, ${JSON.stringify(visit.signals)}::jsonb
        FROM clicks c
       WHERE c.id = ${visit.clickId}::uuid AND c.project_id = ${visit.projectId}::uuid
      ON CONFLICT (click_id) DO NOTHING
      RETURNING click_id, project_id
    )
    UPDATE clicks c
       SET visitor_id = coalesce(${visit.visitorId}::uuid, c.visitor_id),
           platform = coalesce(${visit.platform}::text, c.platform),
           os_version = coalesce(${visit.osVersion}::text, c.os_version),
           device_model = coalesce(${visit.deviceModel}::text, c.device_model),
           fbclid_captured_at = CASE
             WHEN ${visit.fbclidCapturedAt}::bigint BETWEEN c.fbclid_captured_at - ${FBCLID_MAX_AGE_SECONDS}::bigint AND c.fbclid_captured_at
             THEN ${visit.fbclidCapturedAt}::bigint ELSE c.fbclid_captured_at END
      FROM visit v
     WHERE c.id = v.click_id AND c.project_id = v.project_id`
  if (updated === 1) return 'written'
  const { clickId } = visit
  return (await db.visit.count({ where: { clickId } })) === 0 ? 'without_click' : 'repeated'
}

export async function hasVisit(
  db: Db,
  { projectId, clickId }: { projectId: string; clickId: string },
): Promise<boolean> {
  return (await db.visit.count({ where: { projectId, clickId } })) > 0
}
