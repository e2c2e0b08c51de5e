// Raw SQL: a conditional upsert by the database's clock.
import type { Db } from '../connection/database.js'

/** Failures before the first delay, and the longest delay. */
const FREE_FAILURES = 4
const MAX_DELAY_SECONDS = 900

/**
 * Counts an attempt as failed before its password is checked, so that concurrent attempts cannot share a count.
 * @returns null if the attempt is allowed, or the seconds to wait: 1 from the 5th failure, doubling up to 900
 */
export async function beginSignInAttempt(db: Db, key: Uint8Array): Promise<number | null> {
  const [begun] = await db.$queryRaw<{ failures: number }[]>`
    INSERT INTO sign_in_failures AS f (key, failures, blocked_until) VALUES (${key}, 1, now())
    ON CONFLICT (key) DO UPDATE
      SET failures = CASE WHEN f.updated_at < now() - interval '1 day' THEN 1 ELSE f.failures + 1 END,
          blocked_until = now() + make_interval(secs => CASE
            WHEN f.updated_at < now() - interval '1 day' OR f.failures < ${FREE_FAILURES}::integer THEN 0
            ELSE least(${MAX_DELAY_SECONDS}::integer, power(2, least(f.failures - ${FREE_FAILURES}::integer, 20))) END),
          updated_at = now()
      WHERE f.blocked_until <= now()
    RETURNING failures`
  if (begun !== undefined) return null
  const [blocked] = await db.$queryRaw<{ seconds: number }[]>`
    SELECT greatest(1, ceil(extract(epoch FROM blocked_until - now())))::integer AS seconds
      FROM sign_in_failures WHERE key = ${key}`
  return blocked?.seconds ?? 1
}

export async function clearSignInFailures(db: Db, key: Uint8Array): Promise<void> {
  await db.$executeRaw`DELETE FROM sign_in_failures WHERE key = ${key}`
}

/** Uncounts an attempt that did not fail: its code is still missing. */
export async function takeBackSignInAttempt(db: Db, key: Uint8Array): Promise<void> {
  await db.$executeRaw`
    UPDATE sign_in_failures SET failures = greatest(0, failures - 1), blocked_until = now() WHERE key = ${key}`
}
