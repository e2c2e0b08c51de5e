import { formatProfile } from '@throughline/core/links/click-profile'
import { rollUpDimensions } from '@throughline/db/clicks/roll-up-dimensions'
import type { Database } from '@throughline/db/connection/database'
import { countAttempts } from '@throughline/db/deliveries/count-attempts'

export interface Fill {
  projectId: string
  /** All links; the newest thousand have the clicks and installs. */
  links: number
  clicks: number
  installs: number
  progress: (text: string) => void
}

const CLICKED_LINKS = 1_000
const PROFILES = 2_000
const DAYS = 90

/** Writes clicks, installs and deliveries of 90 days, and their counts as the product computes them. */
export async function fillNumbers(database: Database, fill: Fill): Promise<void> {
  const { pool } = database
  const { projectId, links, clicks, installs, progress } = fill
  await pool.query(
    `WITH campaign AS (
       INSERT INTO campaigns (project_id, name) SELECT $1, 'Campaign ' || n FROM generate_series(1, 10) AS n RETURNING id
     )
     INSERT INTO links (project_id, code, actual_url, campaign_id)
     SELECT $1, CASE WHEN n > 0 THEN 'L' || n ELSE 'N' || -n END, 'https://shop.example/' || n,
            (SELECT min(id) FROM campaign) + abs(n) % 10
       FROM generate_series($2::int, $3::int) AS n`,
    [projectId, CLICKED_LINKS + 1 - Math.max(links, CLICKED_LINKS), CLICKED_LINKS],
  )
  await pool.query(INSERT_CLICKS, [projectId, clicks, DAYS])
  await pool.query(INSERT_INSTALLS, [projectId, installs, DAYS])
  await pool.query(INSERT_DELIVERIES, [projectId])
  await pool.query(COUNT_CLICKS)
  progress(`inserted ${links} links, ${clicks} clicks, ${installs} installs and their deliveries`)
  await pool.query(INSERT_CLICK_DELTAS, [projectId, clicks, DAYS, profiles()])
  await pool.query(INSERT_INSTALL_DELTAS, [projectId, profiles()])
  const startedMs = performance.now()
  while ((await rollUpDimensions(database)) > 0);
  progress(`counted them by dimension in ${Math.round(performance.now() - startedMs)} ms`)
  await pool.query(`UPDATE roll_up_state SET attempts_after_id = uuid7_floor('epoch')`)
  while ((await countAttempts(database, AT_ONCE)).looked === AT_ONCE);
  await pool.query('VACUUM ANALYZE')
  await pool.query('CHECKPOINT')
}

const AT_ONCE = 5_000

/** Some values are frequent and many are rare, like real countries and referrers. */
function profiles(): string[] {
  const pick = (n: number, count: number) =>
    Math.floor((((n * 7_919) % 10_007) ** 2 / 10_007 ** 2) * count)
  return Array.from({ length: PROFILES }, (_, n) =>
    formatProfile({
      country: COUNTRIES[pick(n, COUNTRIES.length)] ?? null,
      platform: ['ios', 'android', 'android', 'desktop'][n % 4] ?? null,
      os: `Android ${10 + pick(n + 1, 8)}`,
      browser: `Browser ${pick(n + 2, 12)}`,
      referrer: n % 3 === 0 ? null : `site${pick(n + 3, 60)}.example`,
      source: n % 2 === 0 ? null : `source${pick(n + 4, 30)}`,
    }),
  )
}

const COUNTRIES = [...'DEUSFRGBITESPLNLATCHSENODKFIBRMXARJPKRINIDTRZA'.matchAll(/../g)].map(String)

const RANDOM_TIME = `now() - random() * make_interval(days => $3)`
const LINK_OF = (n: string) =>
  `(SELECT id FROM links WHERE project_id = $1 AND code = 'L1') + (power(${n}, 2) * ${CLICKED_LINKS})::int`
const ID_AT = (time: string) =>
  `(left(uuid7_floor(${time})::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid`

const INSERT_CLICKS = `
INSERT INTO clicks (id, project_id, link_id, source, platform, os_version, country, params, created_at)
SELECT ${ID_AT('at')}, $1, ${LINK_OF('r')}, 'link_host', 'android', '14', 'DE', '{"utm_source": "mail"}', at
  FROM (SELECT ${RANDOM_TIME} AS at, random() * 0.999 AS r FROM generate_series(1, $2::int) OFFSET 0) AS made`

const INSERT_INSTALLS = `
WITH made AS MATERIALIZED (
  SELECT gen_random_uuid() AS install_id, n % 3 = 0 AS is_matched, ${RANDOM_TIME} AS at, random() * 0.999 AS r,
         CASE WHEN n % 1000 = 1 THEN 'ambiguous' ELSE 'no_candidate' END AS reason
    FROM generate_series(1, $2::int) AS n
), installed AS (
  INSERT INTO installs (project_id, install_id, platform, is_matched, match_type, confidence, reason, link_id,
                        attribution_id, country, os_version, decided_at)
  SELECT $1, install_id, 'android', is_matched, CASE WHEN is_matched THEN 'referrer' END, is_matched::int,
         CASE WHEN NOT is_matched THEN reason END, CASE WHEN is_matched THEN ${LINK_OF('r')} END,
         CASE WHEN is_matched THEN ${ID_AT('at')} END, 'DE', '14', at
    FROM made
  RETURNING *
)
INSERT INTO attributions (id, project_id, install_id, click_id, link_id, match_type, confidence, payload, attributed_at)
SELECT attribution_id, project_id, install_id, gen_random_uuid(), link_id, match_type, confidence, '{}', decided_at
  FROM installed WHERE is_matched`

/** One per install; one in a hundred has failed. */
const INSERT_DELIVERIES = `
WITH hook AS (
  INSERT INTO webhooks (project_id, url, events) VALUES ($1, 'https://hooks.example.com/', '{install_attributed}') RETURNING id
), delivered AS (
  INSERT INTO deliveries (id, project_id, webhook_id, event_id, event, state, trigger, attempts_made, created_at, completed_at)
  SELECT ${ID_AT('decided_at')}, $1, hook.id, gen_random_uuid(), 'install_attributed',
         CASE WHEN random() < 0.01 THEN 'failed' ELSE 'succeeded' END, 'auto', 1, decided_at, decided_at
    FROM installs, hook WHERE project_id = $1
  RETURNING *
)
INSERT INTO delivery_attempts (id, project_id, delivery_id, number, trigger, started_at, duration_ms, outcome, status_code, error_class, url)
SELECT ${ID_AT('created_at')}, project_id, id, 1, 'auto', created_at, 20 + (random() * 400)::int,
       CASE WHEN state = 'failed' THEN 'failed' ELSE 'succeeded' END, CASE WHEN state = 'failed' THEN 500 ELSE 200 END,
       CASE WHEN state = 'failed' THEN 'status' END, 'https://hooks.example.com/'
  FROM delivered`

const COUNT_CLICKS = `
UPDATE links SET clicked_count = counted.clicks
  FROM (SELECT link_id, count(*) AS clicks FROM clicks GROUP BY 1) AS counted WHERE links.id = counted.link_id`

const QUARTER = (time: string) => `floor(extract(epoch FROM ${time}) / 900)::int`

const INSERT_CLICK_DELTAS = `
INSERT INTO dimension_deltas (link_ids, campaign_ids, quarters, profile_places, profiles)
SELECT array_agg(link_id), array_agg(campaign_id), array_agg(${QUARTER('at')}), array_agg(place), $4::text[]
  FROM (SELECT n, ${LINK_OF('r')} AS link_id, at, place,
               (SELECT min(id) FROM campaigns WHERE project_id = $1) + n % 10 AS campaign_id
          FROM (SELECT n, random() * 0.999 AS r, ${RANDOM_TIME} AS at, 1 + (random() * ${PROFILES - 1})::int AS place
                  FROM generate_series(1, $2::int) AS n OFFSET 0) AS drawn) AS clicked
 GROUP BY n / 200`

const INSERT_INSTALL_DELTAS = `
INSERT INTO dimension_deltas (project_ids, link_ids, quarters, profile_places, profiles, outcomes)
SELECT array_agg(project_id), array_agg(link_id), array_agg(${QUARTER('decided_at')}), array_agg(place), $2::text[],
       array_agg(coalesce(match_type, reason))
  FROM (SELECT *, row_number() OVER () AS n, 1 + (random() * ${PROFILES - 1})::int AS place
          FROM installs WHERE project_id = $1) AS decided
 GROUP BY n / 200`
