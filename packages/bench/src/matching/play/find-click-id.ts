import type pg from 'pg'
import { waitFor } from '@throughline/testkit/wait-for'

/** A click waits in the spool while the database is busy. */
const TIMEOUT_MS = 60_000

/**
 * The click that a tap became, by the `utm_content` that names it; waits until it is written.
 *
 * @throws Error when it never is
 */
export function findClickId(pool: pg.Pool, tapId: string): Promise<string> {
  const find = async () => (await pool.query<{ id: string }>(FIND, [tapId])).rows[0]?.id
  return waitFor(find, { what: `the click of the tap ${tapId}`, timeoutMs: TIMEOUT_MS })
}

/** Ids carry the time at which they were made, whatever the click's age is moved to. */
const FIND = `
SELECT id FROM clicks WHERE id >= uuid7_floor(now() - interval '2 minutes') AND params->>'utm_content' = $1`
