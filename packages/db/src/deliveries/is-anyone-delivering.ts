import type { Db } from '../connection/database.js'

/**
 * Whether some worker, of all, holds a lease now or recorded an attempt within the window. The ids of attempts go by
 * their workers' clocks: one that is further ahead would count for as long.
 */
export async function isAnyoneDelivering(db: Db, windowSeconds: number): Promise<boolean> {
  const [row] = await db.$queryRaw<{ is_so: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM deliveries WHERE due_at IS NOT NULL AND lease_until > clock_timestamp())
        OR EXISTS (SELECT 1 FROM delivery_attempts
                    WHERE id >= uuid7_floor(clock_timestamp() - make_interval(secs => ${windowSeconds}))
                      AND id < uuid7_floor(clock_timestamp() + make_interval(secs => ${windowSeconds}))) AS is_so`
  return row?.is_so ?? false
}
