import type pg from 'pg'
import type { DumpedClick } from './dump.js'

export type StoredClick = Omit<
  DumpedClick,
  'episode' | 'scenario' | 'project' | 'personId' | 'address' | 'atMinutes'
>

export async function readClicks(pool: pg.Pool): Promise<Map<string, StoredClick>> {
  const { rows } = await pool.query<StoredClick>(
    `SELECT c.id AS "clickId", c.link_id AS "linkId", l.campaign_id AS "campaignId", c.platform,
            c.os_version AS "osVersion", c.device_model AS "deviceModel", c.source,
            c.uncounted_reason AS "uncountedReason", c.params, c.visitor_id AS "visitorId", v.signals
       FROM clicks c JOIN links l ON l.id = c.link_id LEFT JOIN visits v ON v.click_id = c.id`,
  )
  return new Map(rows.map((row) => [row.clickId, row]))
}
