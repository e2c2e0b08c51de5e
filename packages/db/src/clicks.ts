import type { Pool } from 'pg'
import { isDatabaseUnavailable } from './unavailable.js'

/** A click as its request told it; texts must be free of NUL and lone surrogates. */
export interface NewClick {
  /** UUIDv7 made beforehand, so that a click whose commit is unknown can be written again. */
  id: string
  projectId: string
  linkId: number
  source: string
  platform: string
  osVersion: string | null
  deviceModel: string | null
  ipHash: Uint8Array | null
  ipPrefixHash: Uint8Array | null
  userAgent: string | null
  referer: string | null
  /** Click ids and UTM of the query; only those present. */
  params: Record<string, string>
  /** Unix seconds. */
  fbclidCapturedAt: number | null
  /** Why the click does not count, or null. */
  uncountedReason: string | null
}

/**
 * Writes clicks and raises their links' counts in one statement; a click that is there already changes
 * nothing. Links are locked in the order of their ids, so that two processes don't deadlock.
 *
 * @returns for each click, in order, whether this call wrote it
 * @throws isDatabaseUnavailable errors when it fails twice: the first may be a connection that died unnoticed
 */
export async function insertClicks(pool: Pool, clicks: NewClick[]): Promise<boolean[]> {
  try {
    return await insertOnce(pool, clicks)
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    return insertOnce(pool, clicks)
  }
}

async function insertOnce(pool: Pool, clicks: NewClick[]): Promise<boolean[]> {
  const column = <Value>(pick: (click: NewClick) => Value): Value[] => clicks.map(pick)
  const { rows } = await pool.query<{ id: string }>({
    name: 'insert-clicks',
    text: INSERT,
    values: [
      column((click) => click.id),
      column((click) => click.projectId),
      column((click) => click.linkId),
      column((click) => click.source),
      column((click) => click.platform),
      column((click) => click.osVersion),
      column((click) => click.deviceModel),
      column((click) => click.ipHash),
      column((click) => click.ipPrefixHash),
      column((click) => click.userAgent),
      column((click) => click.referer),
      column((click) => JSON.stringify(click.params)),
      column((click) => click.fbclidCapturedAt),
      column((click) => click.uncountedReason),
    ],
  })
  const written = new Set(rows.map(({ id }) => id))
  return clicks.map(({ id }) => written.has(id))
}

const INSERT = `
WITH inserted AS (
  INSERT INTO clicks (id, project_id, link_id, source, platform, os_version, device_model, ip_hash, ip_prefix_hash,
                      user_agent, referer, params, fbclid_captured_at, uncounted_reason)
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bytea[],
                       $9::bytea[], $10::text[], $11::text[], $12::jsonb[], $13::bigint[], $14::text[])
  ON CONFLICT DO NOTHING
  RETURNING id, link_id, uncounted_reason
), counted AS MATERIALIZED (
  SELECT link_id, count(*) AS clicks FROM inserted WHERE uncounted_reason IS NULL GROUP BY link_id
), locked AS MATERIALIZED (
  SELECT l.id FROM links l WHERE l.id IN (SELECT link_id FROM counted) ORDER BY l.id FOR NO KEY UPDATE OF l
), raised AS (
  UPDATE links l SET clicked_count = l.clicked_count + c.clicks
    FROM counted c JOIN locked k ON k.id = c.link_id
   WHERE l.id = c.link_id
)
SELECT id FROM inserted`
