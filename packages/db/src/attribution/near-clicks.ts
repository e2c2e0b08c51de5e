// Raw SQL: clicks have no index by project, and the statement has a separate time limit.
import type { NearClick } from '@throughline/core/matching/near-misses'
import { inTransaction, type Database, type Db } from '../connection/database.js'
import { isStatementTimeout } from '../connection/errors.js'
import { Prisma } from '../generated/prisma/client.js'

export interface NearClickFilter {
  projectId: string
  from: Date
  to: Date
  wantsTests: boolean
  candidateIds: string[]
}

export interface NearClicks {
  clicks: NearClick[]
  /** Clicks before this time were not read. */
  lookedBackTo: Date
}

const MAX_CLICKS = 5_000
/** Clicks of all projects that are read for them. */
const MAX_ROWS = 20_000
const TIMEOUT_MS = 200

/** The newest clicks of a span, or null if reading them took longer than 200 ms. */
export async function listNearClicks(
  database: Pick<Database, 'prisma'>,
  filter: NearClickFilter,
): Promise<NearClicks | null> {
  try {
    return await inTransaction(database, async (db) => {
      await db.$queryRaw`SELECT set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`
      return readClicks(db, filter)
    })
  } catch (error) {
    if (isStatementTimeout(error)) return null
    throw error
  }
}

async function readClicks(
  db: Db,
  { projectId, from, to, wantsTests, candidateIds }: NearClickFilter,
): Promise<NearClicks> {
  const range = Prisma.sql`
    id >= uuid7_floor(${from}::timestamptz) AND id < uuid7_floor(${to}::timestamptz) ORDER BY id DESC`
  const clicks = await db.$queryRaw<NearClick[]>`
    WITH near AS MATERIALIZED (
      SELECT *
        FROM (SELECT * FROM clicks WHERE ${range} LIMIT ${MAX_ROWS}::integer) AS c
       WHERE project_id = ${projectId}::uuid
         AND (uncounted_reason IS NULL OR uncounted_reason = 'embedded' OR (${wantsTests}::boolean AND uncounted_reason = 'test'))
       ORDER BY id DESC LIMIT ${MAX_CLICKS}::integer
    ), address AS MATERIALIZED (
      SELECT ip_prefix_hash FROM clicks
       WHERE id = ANY (${candidateIds}::uuid[]) AND project_id = ${projectId}::uuid AND ip_prefix_hash IS NOT NULL LIMIT 1
    )
    SELECT n.id AS "clickId", n.link_id AS "linkId", n.created_at AS "createdAt", n.source,
           coalesce(v.signals ->> 'platform', n.platform) AS platform, n.uncounted_reason AS "uncountedReason",
           n.consumed_at AS "consumedAt", v.signals IS NOT NULL AS "hasReport",
           n.ip_prefix_hash = (SELECT ip_prefix_hash FROM address) AS "isSameAddress"
      FROM near n
      LEFT JOIN LATERAL (SELECT signals FROM visits WHERE visits.click_id = n.id LIMIT 1) v ON true
     ORDER BY n.id DESC`
  const [end] = await db.$queryRaw<{ createdAt: Date }[]>`
    SELECT created_at AS "createdAt" FROM clicks WHERE ${range} OFFSET ${MAX_ROWS - 1}::integer LIMIT 1`
  const last = clicks.length === MAX_CLICKS ? clicks.at(-1) : undefined
  const ends = [from, end?.createdAt ?? from, last?.createdAt ?? from]
  return { clicks, lookedBackTo: new Date(Math.max(...ends.map((time) => time.getTime()))) }
}
