import { waitFor } from '@throughline/testkit/wait-for'
import type { TestApi } from './harness.js'

/**
 * Returns the responses to the calls that `begin` makes while a row is locked. All calls wait for the lock, so all
 * have begun before the first can end.
 */
export async function whileLocked<Result>(
  { database }: TestApi,
  [lock, id]: readonly [statement: string, id: number],
  begin: () => Promise<Result>[],
): Promise<Result[]> {
  const client = await database.pool.connect()
  let calls: Promise<Result>[] = []
  try {
    await client.query('BEGIN')
    await client.query(lock, [id])
    calls = begin()
    const areWaiting = async () => {
      const { rows } = await database.pool.query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      return rows[0]?.count === calls.length
    }
    await waitFor(areWaiting, { what: `${calls.length} calls to wait for the row` })
  } finally {
    await client.query('COMMIT')
    client.release()
  }
  return Promise.all(calls)
}
