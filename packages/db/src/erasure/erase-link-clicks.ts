// Raw SQL: Prisma has no row locks in the order of ids.
import type { Db } from '../connection/database.js'

/** The clicks of a link between two ids, among the next clicks of all links. */
export interface LinkClickRange {
  projectId: string
  linkId: number
  /** Both exclusive. */
  afterId: string
  untilId: string
  rowsAtOnce: number
}

export interface ErasedLinkClicks {
  looked: number
  /** The last click read, of any link; null if there was none. */
  lastId: string | null
  clicks: number
  visits: number
}

/** Erases visitors from a link's clicks. Reads all clicks of the range: an index by link would cost every click. */
export async function eraseLinkClicks(db: Db, range: LinkClickRange): Promise<ErasedLinkClicks> {
  const [done] = await db.$queryRaw<ErasedLinkClicks[]>`
    WITH batch AS MATERIALIZED (
      SELECT id, project_id, link_id = ${range.linkId} AND project_id = ${range.projectId}::uuid AS is_of_link
        FROM clicks WHERE id > ${range.afterId}::uuid AND id < ${range.untilId}::uuid
       ORDER BY id LIMIT ${range.rowsAtOnce}::integer
    ), locked AS MATERIALIZED (
      SELECT l.* FROM (SELECT * FROM batch WHERE is_of_link ORDER BY id) b
       CROSS JOIN LATERAL (
         SELECT c.id, c.project_id FROM clicks c WHERE c.id = b.id AND c.project_id = b.project_id LIMIT 1 FOR UPDATE) l
    ), erased AS (
      UPDATE clicks c
         SET ip_hash = NULL, ip_prefix_hash = NULL, user_agent = NULL, referer = NULL, visitor_id = NULL, country = NULL,
             os_version = NULL, device_model = NULL, fbclid_captured_at = NULL, params = '{}'
        FROM locked l
       WHERE c.id = l.id AND c.project_id = l.project_id
         AND (num_nonnulls(c.ip_hash, c.ip_prefix_hash, c.user_agent, c.referer, c.visitor_id, c.country, c.os_version,
                           c.device_model, c.fbclid_captured_at) > 0 OR c.params <> '{}')
      RETURNING 1
    ), deleted AS (
      DELETE FROM visits v USING locked l WHERE v.click_id = l.id RETURNING 1
    )
    SELECT (SELECT count(*) FROM batch)::integer AS looked,
           (SELECT id FROM batch ORDER BY id DESC LIMIT 1) AS "lastId",
           (SELECT count(*) FROM erased)::integer AS clicks, (SELECT count(*) FROM deleted)::integer AS visits`
  return done ?? { looked: 0, lastId: null, clicks: 0, visits: 0 }
}
