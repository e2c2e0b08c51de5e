import type pg from 'pg'

/**
 * Copies of a click and its visit by other visitors, written straight into the tables: what differs from the first is
 * only whose they are.
 *
 * @returns their click ids
 */
export async function copyClick(
  pool: pg.Pool,
  { clickId, copies }: { clickId: string; copies: number },
): Promise<string[]> {
  if (copies === 0) return []
  const { rows } = await pool.query<{ click_id: string }>(COPY, [clickId, copies])
  return rows.map(({ click_id: id }) => id)
}

const COPY = `
WITH made AS (
  SELECT (left(uuid7_floor(now())::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid AS click_id,
         gen_random_uuid() AS visitor_id
    FROM generate_series(1, $2::int)
), click AS (
  INSERT INTO clicks (id, project_id, link_id, campaign_id, source, platform, os_version, device_model, ip_hash,
                      ip_prefix_hash, user_agent, params, visitor_id, created_at)
  SELECT m.click_id, c.project_id, c.link_id, c.campaign_id, c.source, c.platform, c.os_version, c.device_model, c.ip_hash,
         c.ip_prefix_hash, c.user_agent, c.params, m.visitor_id, c.created_at
    FROM clicks c, made m WHERE c.id = $1
)
INSERT INTO visits (id, project_id, click_id, link_id, visitor_id, ip_hash, ip_prefix_hash, signals, created_at)
SELECT (left(uuid7_floor(now())::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid, v.project_id, m.click_id,
       v.link_id, m.visitor_id, v.ip_hash, v.ip_prefix_hash, v.signals, v.created_at
  FROM visits v, made m WHERE v.click_id = $1
RETURNING click_id`
