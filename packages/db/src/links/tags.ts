// Raw SQL: Prisma cannot group by the elements of an array.
import { escapeLike } from '../connection/escape-like.js'
import type { Db } from '../connection/database.js'

export interface TagCount {
  tag: string
  links: number
}

const MOST = 200

/** The 200 tags that most links of a project have, without archived links. */
export function listTags(
  db: Db,
  { projectId, search }: { projectId: string; search: string | null },
): Promise<TagCount[]> {
  const pattern = search === null ? '%' : `%${escapeLike(search)}%`
  return db.$queryRaw<TagCount[]>`
    SELECT tag, count(DISTINCT l.id)::int AS links
      FROM links AS l CROSS JOIN unnest(l.tags) AS tag
     WHERE l.project_id = ${projectId}::uuid AND l.archived_at IS NULL AND tag ILIKE ${pattern}
     GROUP BY tag
     ORDER BY links DESC, tag
     LIMIT ${MOST}`
}
