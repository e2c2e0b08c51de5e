import { simulateInstall, type SimulatedInstall } from './simulate-install.js'
import { simulateClick, type SimulatedClick } from './simulate-click.js'
import type { MatchingInstallation } from './installation.js'
import { copyMinutes } from '../world/copy-minutes.js'
import type { Episode, WorldClick } from '../world/episode.js'
import type pg from 'pg'

export interface SimulatedEpisode {
  episode: Episode
  installs: SimulatedInstall[]
  clicks: RecordedClick[]
  /** World clicks by stored click id. A copy maps to the click that it copies. */
  worldClickOf: Map<string, WorldClick>
}

export async function simulateEpisode(
  installation: MatchingInstallation,
  episode: Episode,
): Promise<SimulatedEpisode> {
  const worldClicks = new Map<string, SimulatedClick>()
  const clicks: RecordedClick[] = []
  const installs: SimulatedInstall[] = []
  for (const event of episode.events) {
    if (event.kind === 'click') {
      const simulated = await simulateClick(installation, event)
      worldClicks.set(event.id, simulated)
      clicks.push(...(await clicksOf(installation, simulated)))
    } else {
      await ageClicks(installation.pool, agesAt(clicks, event.atMinutes))
      installs.push(await simulateInstall(installation, event, worldClicks))
    }
  }
  const worldClickOf = new Map(clicks.map(({ clickId, worldClick }) => [clickId, worldClick]))
  return { episode, installs, clicks, worldClickOf }
}

export interface RecordedClick {
  clickId: string
  worldClick: WorldClick
  atMinutes: number
  isCopy: boolean
}

async function clicksOf(
  { pool }: MatchingInstallation,
  { worldClick, clickId }: SimulatedClick,
): Promise<RecordedClick[]> {
  const { copies, atMinutes } = worldClick
  const copied = await copyClick(pool, { clickId, copies })
  return [
    { clickId, worldClick, atMinutes, isCopy: false },
    ...copied.map((id, index) => ({
      clickId: id,
      worldClick,
      atMinutes: atMinutes + copyMinutes(index, copies),
      isCopy: true,
    })),
  ]
}

/** Outside every window: an age for copies that are not due yet, so that no install finds them. */
const NOT_YET_MINUTES = 10 * 24 * 60

function agesAt(clicks: readonly RecordedClick[], nowMinutes: number): Ages {
  const ageOf = ({ atMinutes }: RecordedClick) =>
    atMinutes <= nowMinutes ? nowMinutes - atMinutes : NOT_YET_MINUTES
  return { clickIds: clicks.map(({ clickId }) => clickId), ageMinutes: clicks.map(ageOf) }
}

interface Ages {
  clickIds: string[]
  /** Relative to the database's clock. */
  ageMinutes: number[]
}

/** Moves clicks and their visits back in time, to their age in the scenario when the next install runs. */
async function ageClicks(pool: pg.Pool, { clickIds, ageMinutes }: Ages): Promise<void> {
  if (clickIds.length === 0) return
  const seconds = ageMinutes.map((minutes) => minutes * 60)
  await pool.query({ name: 'age-clicks', text: AGE, values: [clickIds, seconds] })
}

const AGE = `
WITH aged AS (
  SELECT id, now() - make_interval(secs => age) AS at FROM unnest($1::uuid[], $2::float8[]) AS a(id, age)
), click AS (
  UPDATE clicks c SET created_at = a.at FROM aged a WHERE c.id = a.id
)
UPDATE visits v SET created_at = a.at FROM aged a WHERE v.click_id = a.id`

/** Inserts copies of a click and its visit by other visitors directly into the tables. Returns their click ids. */
async function copyClick(
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
