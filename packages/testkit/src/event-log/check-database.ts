import { withClient } from '@throughline/stack/postgres/connect'
import type pg from 'pg'

/** The state of the same installs in the database. */
export interface StoredState {
  /** Deliveries by state. */
  states: Record<string, number>
  /** Deliveries whose attempts have all failed, as `{install} at {endpoint}`. They are visible and can be resent. */
  failed: string[]
  /** Deliveries that were skipped because their webhook was paused, with the time of their creation since 1970. */
  skipped: { target: string; at: number }[]
  /** Accepted installs without an attribution. */
  missing: string[]
  /** Deliveries with more than one recorded success: a stale result was accepted. */
  doublyRecorded: number
  /** Deliveries whose count of attempts differs from the number of recorded attempts. */
  miscounted: number
}

export function readStoredState(databaseUrl: string, accepted: string[]): Promise<StoredState> {
  return withClient(databaseUrl, async (client) => ({
    states: await countStates(client),
    failed: (await findByState(client, 'failed')).map(({ target }) => target),
    skipped: await findByState(client, 'skipped'),
    missing: await findMissing(client, accepted),
    doublyRecorded: await count(client, DOUBLY_RECORDED),
    miscounted: await count(client, MISCOUNTED),
  }))
}

const DOUBLY_RECORDED = `
  SELECT count(*)::integer AS n FROM (
    SELECT 1 FROM delivery_attempts WHERE outcome = 'succeeded' AND trigger = 'auto'
     GROUP BY delivery_id HAVING count(*) > 1) AS doubly`

const MISCOUNTED = `
  SELECT count(*)::integer AS n
    FROM deliveries d
    LEFT JOIN (SELECT delivery_id, count(*) AS n FROM delivery_attempts GROUP BY 1) a ON a.delivery_id = d.id
   WHERE d.attempts_made <> coalesce(a.n, 0)`

async function count(client: pg.Client, statement: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(statement)
  return rows[0]?.n ?? 0
}

async function countStates(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ state: string; n: number }>(
    'SELECT state, count(*)::integer AS n FROM deliveries GROUP BY 1',
  )
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

async function findByState(client: pg.Client, state: string): Promise<StoredState['skipped']> {
  const { rows } = await client.query<{ target: string; at: number }>(
    `SELECT (e.payload::json ->> 'gclid') || ' at ' || regexp_replace(h.url, '^https?://[^/]*', '') AS target,
            (extract(epoch FROM d.created_at) * 1000)::float8 AS at
       FROM deliveries d
       JOIN events e ON e.id = d.event_id AND e.project_id = d.project_id
       JOIN webhooks h ON h.id = d.webhook_id
      WHERE d.state = $1 AND e.payload::json ->> 'gclid' IS NOT NULL`,
    [state],
  )
  return rows
}

async function findMissing(client: pg.Client, accepted: string[]): Promise<string[]> {
  const { rows } = await client.query<{ install: string }>(
    `SELECT wanted.install FROM unnest($1::text[]) AS wanted(install)
     EXCEPT SELECT payload::json ->> 'gclid' FROM attributions`,
    [accepted],
  )
  return rows.map(({ install }) => install)
}
