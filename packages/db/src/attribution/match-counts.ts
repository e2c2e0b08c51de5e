// Raw SQL: Prisma has no sums over weeks of the database's clock.
import { MATCH_COUNT_WEEKS, type MatchCount } from '@throughline/core/matching/learned-model'
import type { Db } from '../connection/database.js'

/** The counts of all projects, summed over the retained weeks. Used only by the model. */
export function readMatchCounts(db: Db): Promise<MatchCount[]> {
  return db.$queryRaw<MatchCount[]>`
    SELECT project_id AS "projectId", platform, signal, relation, bucket, sum(agrees)::float8 AS agrees,
           sum(differs)::float8 AS differs
      FROM match_counts
     WHERE week > (now() AT TIME ZONE 'UTC')::date - ${MATCH_COUNT_WEEKS * 7}::integer
     GROUP BY project_id, platform, signal, relation, bucket`
}

export interface QualityCounts {
  platform: string
  right: number
  wrong: number
  silent: number
}

/** The decisions by signals alone for a project's labels, over the last days in UTC including today. */
export function readMatchQuality(
  db: Db,
  { projectId, days }: { projectId: string; days: number },
): Promise<QualityCounts[]> {
  return db.$queryRaw<QualityCounts[]>`
    SELECT platform, sum(right_count)::float8 AS right, sum(wrong_count)::float8 AS wrong,
           sum(silent_count)::float8 AS silent
      FROM match_quality
     WHERE project_id = ${projectId}::uuid AND day > (now() AT TIME ZONE 'UTC')::date - ${days}::integer
     GROUP BY platform`
}
