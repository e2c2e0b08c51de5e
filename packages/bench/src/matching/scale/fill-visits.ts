import type pg from 'pg'

export interface Filling {
  projectId: string
  patternIds: string[]
  /** Real clicks whose addresses have one in 33 of the rows. */
  crowdedIds: string[]
  visits: number
  progress: (line: string) => void
}

const AT_ONCE = 100_000

/**
 * Most visits are at addresses with two visits on average, the rest at crowded ones.
 */
export async function fillVisits(pool: pg.Pool, filling: Filling): Promise<void> {
  const { projectId, patternIds, crowdedIds, visits, progress } = filling
  const { rows } = await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM visits')
  let there = rows[0]?.n ?? 0
  while (there < visits) {
    const size = Math.min(AT_ONCE, visits - there)
    await pool.query(FILL, [projectId, patternIds, crowdedIds, size, Math.ceil(visits / 2), there])
    there += size
    progress(`filled ${there} of ${visits}`)
  }
  await pool.query('VACUUM ANALYZE clicks, visits')
}

const FILL = `
WITH pattern AS MATERIALIZED (
  SELECT row_number() OVER () - 1 AS n, c.link_id, c.campaign_id, c.platform, c.os_version, c.device_model, c.user_agent, v.signals
    FROM clicks c JOIN visits v ON v.click_id = c.id WHERE c.id = ANY ($2::uuid[])
), crowded AS MATERIALIZED (
  SELECT row_number() OVER () - 1 AS n, ip_hash, ip_prefix_hash FROM visits WHERE click_id = ANY ($3::uuid[])
), drawn AS MATERIALIZED (
  SELECT n, now() - random() * interval '100 minutes' AS at, decode(md5('home ' || floor(random() * $5::int)), 'hex') AS home,
         gen_random_uuid() AS visitor_id
    FROM generate_series($6::int + 1, $6::int + $4::int) AS n
), made AS MATERIALIZED (
  SELECT (left(uuid7_floor(d.at)::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid AS click_id, d.at, d.visitor_id,
         p.link_id, p.campaign_id, p.platform, p.os_version, p.device_model, p.user_agent, p.signals,
         coalesce(k.ip_hash, d.home) AS ip_hash, coalesce(k.ip_prefix_hash, d.home) AS ip_prefix_hash
    FROM drawn d
    JOIN pattern p ON p.n = d.n % (SELECT count(*) FROM pattern)
    LEFT JOIN crowded k ON d.n % 33 = 0 AND k.n = d.n / 33 % (SELECT count(*) FROM crowded)
), click AS (
  INSERT INTO clicks (id, project_id, link_id, campaign_id, source, platform, os_version, device_model, ip_hash, ip_prefix_hash,
                      user_agent, visitor_id, created_at)
  SELECT click_id, $1, link_id, campaign_id, 'link_host', platform, os_version, device_model, ip_hash, ip_prefix_hash, user_agent,
         visitor_id, at
    FROM made
)
INSERT INTO visits (id, project_id, click_id, link_id, visitor_id, ip_hash, ip_prefix_hash, signals, created_at)
SELECT (left(uuid7_floor(at)::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid, $1, click_id, link_id, visitor_id,
       ip_hash, ip_prefix_hash, signals, at
  FROM made`
