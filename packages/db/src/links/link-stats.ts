// Raw SQL: Prisma has no sums by day.
import type { Db } from '../connection/database.js'

export interface DayClicks {
  clicks: number
  /** Visitors who clicked the link for the first time on that day in UTC. */
  uniques: number
}

/** A link's counted clicks by day, with zeros. `bounds`: the beginning of each day, then the end of the last one. */
export async function readLinkClicks(
  db: Db,
  linkId: number,
  bounds: readonly Date[],
): Promise<DayClicks[]> {
  const times = bounds.map((time) => time.toISOString())
  const [first, last] = [times[0], times.at(-1)]
  const rows = await db.$queryRaw<{ day: number; clicks: bigint; uniques: bigint }[]>`
    SELECT width_bucket(quarter, ${times}::text[]::timestamptz[]) AS day,
      sum(clicks)::int8 AS clicks, sum(uniques)::int8 AS uniques
    FROM link_clicks
    WHERE link_id = ${linkId} AND quarter >= ${first}::timestamptz AND quarter < ${last}::timestamptz
    GROUP BY 1`
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return bounds.slice(1).map((_, index) => {
    const row = byDay.get(index + 1)
    return { clicks: Number(row?.clicks ?? 0), uniques: Number(row?.uniques ?? 0) }
  })
}
