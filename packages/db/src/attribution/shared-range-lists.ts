// Raw SQL: Prisma has no length of a column, and no upsert that returns whether it replaced a row.
import type { Db } from '../connection/database.js'

export interface SharedRangeList {
  name: string
  rangeCount: number
  importedAt: Date
}

export function listSharedRangeLists(db: Db): Promise<SharedRangeList[]> {
  return db.$queryRaw<SharedRangeList[]>`
    SELECT name, length(ranges) / 32 AS "rangeCount", imported_at AS "importedAt"
      FROM shared_range_lists ORDER BY name`
}

/** The ranges of a list, as `SharedRanges` of core, or null. */
export async function findSharedRanges(db: Db, name: string): Promise<Uint8Array | null> {
  const list = await db.sharedRangeList.findUnique({ where: { name }, select: { ranges: true } })
  return list?.ranges ?? null
}

export async function replaceSharedRangeList(
  db: Db,
  name: string,
  ranges: Uint8Array,
): Promise<{ importedAt: Date; isReplaced: boolean }> {
  const [stored] = await db.$queryRaw<{ importedAt: Date; isReplaced: boolean }[]>`
    INSERT INTO shared_range_lists (name, ranges, imported_at)
    VALUES (${name}, ${ranges}, clock_timestamp())
    ON CONFLICT (name) DO UPDATE SET ranges = EXCLUDED.ranges, imported_at = EXCLUDED.imported_at
    RETURNING imported_at AS "importedAt", xmax <> 0 AS "isReplaced"`
  if (stored === undefined) throw new Error(`The list ${name} was not stored`)
  return stored
}

export async function deleteSharedRangeList(db: Db, name: string): Promise<boolean> {
  const { count } = await db.sharedRangeList.deleteMany({ where: { name } })
  return count > 0
}
