import type { Database } from '@throughline/db/connection/database'

export interface Owner {
  projectId: string
  campaignId: number
  linkIds: number[]
}

const LINKS = 1_000
const DAYS = 90
/** Clicks of the campaign that are in the roll-up. */
const CAMPAIGN_CLICKS = 1_000_000

export async function insertOwner({ pool }: Pick<Database, 'pool'>): Promise<Owner> {
  const { rows } = await pool.query<{ id: number; project_id: string; campaign_id: number }>(
    `WITH project AS (INSERT INTO projects (name, prefix) VALUES ('Bench', 'bench') RETURNING id),
          campaign AS (INSERT INTO campaigns (project_id, name) SELECT id, 'Spring' FROM project RETURNING id, project_id)
     INSERT INTO links (project_id, code, actual_url, campaign_id)
     SELECT project_id, 'L' || n, 'https://shop.example/', id FROM campaign, generate_series(1, $1::int) AS n
     RETURNING id, project_id, campaign_id`,
    [LINKS],
  )
  const [first] = rows
  if (first === undefined) throw new Error('INSERT … RETURNING returned no row')
  const quarters = DAYS * 96
  await pool.query(
    `INSERT INTO campaign_clicks (campaign_id, quarter, project_id, clicks, uniques)
     SELECT $1, date_bin('15 minutes', now(), 'epoch') - n * interval '15 minutes', $2, $3::bigint / $4::bigint + 1, $3::bigint / $4::bigint
       FROM generate_series(1, $4::int) AS n`,
    [first.campaign_id, first.project_id, CAMPAIGN_CLICKS, quarters],
  )
  return {
    projectId: first.project_id,
    campaignId: first.campaign_id,
    linkIds: rows.map(({ id }) => id),
  }
}

const AT_ONCE = 200_000

export async function fillClicks(
  { pool }: Pick<Database, 'pool'>,
  { owner, rows, progress }: { owner: Owner; rows: number; progress: (text: string) => void },
): Promise<void> {
  const counted = await pool.query<{ n: string }>('SELECT count(*) AS n FROM clicks')
  let there = Number(counted.rows[0]?.n ?? 0)
  while (there < rows) {
    const size = Math.min(AT_ONCE, rows - there)
    await pool.query(FILL, [owner.projectId, owner.campaignId, owner.linkIds, size])
    there += size
    progress(`filled ${there} of ${rows}`)
  }
  await pool.query('VACUUM ANALYZE clicks')
  // Flushes the written rows, so that the measurement excludes their I/O.
  await pool.query('CHECKPOINT')
}

const FILL = `
INSERT INTO clicks (id, project_id, link_id, campaign_id, source, platform, os_version, ip_prefix_hash, user_agent, params, created_at)
SELECT (left(uuid7_floor(at)::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid, $1, ($3::int[])[1 + n % cardinality($3::int[])], $2,
       'link_host', 'android', '14', decode(md5(n::text), 'hex'),
       'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
       jsonb_build_object('gclid', 'Cj0KCQiA' || n), at
  FROM (SELECT n, date_trunc('month', now()) + random() * (now() - date_trunc('month', now())) AS at
          FROM generate_series(1, $4::int) AS n OFFSET 0) AS made`
