import type pg from 'pg'

/**
 * The click that a tap without a report token became, by the `utm_content` that names it.
 *
 * @throws Error when there is none
 */
export async function findClickId(pool: pg.Pool, tapId: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(FIND, [tapId])
  const [row] = rows
  if (row === undefined) throw new Error(`the tap ${tapId} left no click`)
  return row.id
}

/** Ids carry the time at which they were made, whatever the click's age is moved to. */
const FIND = `
SELECT id FROM clicks WHERE id >= uuid7_floor(now() - interval '1 minute') AND params->>'utm_content' = $1`
