import type pg from 'pg'

export interface Ages {
  clickIds: string[]
  /** Of each of them, how long ago it shall have been by the database's clock. */
  ageMinutes: number[]
}

/** Moves clicks and their visits back in time, so that the next install finds them as old as its story says. */
export async function ageClicks(pool: pg.Pool, { clickIds, ageMinutes }: Ages): Promise<void> {
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
