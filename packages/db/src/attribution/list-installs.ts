// Raw SQL: filters are written for one index each, and the position in the list has microseconds.
import type { Db } from '../connection/database.js'
import { escapeLike } from '../connection/escape-like.js'
import { Prisma } from '../generated/prisma/client.js'

export interface ListedInstall {
  installId: string
  platform: string
  country: string | null
  osVersion: string | null
  sdkVersion: string | null
  isMatched: boolean
  matchType: string | null
  confidence: number
  reason: string | null
  isTest: boolean
  code: string | null
  linkId: number | null
  attributionId: string | null
  decidedAt: Date
  /** `decidedAt` in microseconds since 1970. */
  decidedAtMicros: string
}

/** A null field does not filter. */
export interface InstallFilter {
  projectId: string
  isMatched: boolean | null
  reason: string | null
  matchType: string | null
  platform: string | null
  country: string | null
  /** The version, or a prefix of its numbers. */
  osVersion: string | null
  sdkVersion: string | null
  code: string | null
  campaignId: number | null
  fingerprintHash: Uint8Array | null
  isTest: boolean | null
  /** Inclusive; `to` is exclusive. */
  from: Date | null
  to: Date | null
}

export const ALL_INSTALLS: Omit<InstallFilter, 'projectId'> = {
  isMatched: null,
  reason: null,
  matchType: null,
  platform: null,
  country: null,
  osVersion: null,
  sdkVersion: null,
  code: null,
  campaignId: null,
  fingerprintHash: null,
  isTest: null,
  from: null,
  to: null,
}

export interface InstallPlace {
  decidedAtMicros: string
  installId: string
}

/** Returns installs of a project, newest first, after a position in the list. Excludes erased ones. */
export function listInstalls(
  db: Db,
  filter: InstallFilter,
  page: { after: InstallPlace | null; limit: number },
): Promise<ListedInstall[]> {
  const { after } = page
  const older =
    after === null
      ? Prisma.empty
      : Prisma.sql`AND (i.decided_at, i.install_id) < (
          'epoch'::timestamptz + ${after.decidedAtMicros}::bigint * interval '1 microsecond', ${after.installId}::uuid)`
  return db.$queryRaw<ListedInstall[]>`
    SELECT i.install_id AS "installId", i.platform, i.country, i.os_version AS "osVersion", i.sdk_version AS "sdkVersion",
           i.is_matched AS "isMatched", i.match_type AS "matchType", i.confidence, i.reason, i.is_test AS "isTest",
           (SELECT code FROM links l WHERE l.id = i.link_id AND l.project_id = i.project_id) AS code,
           i.link_id AS "linkId", i.attribution_id AS "attributionId", i.decided_at AS "decidedAt",
           (extract(epoch FROM i.decided_at) * 1000000)::bigint::text AS "decidedAtMicros"
      FROM installs i
     WHERE ${conditions(filter)} ${older}
     ORDER BY i.decided_at DESC, i.install_id DESC
     LIMIT ${page.limit}::integer`
}

export async function countInstalls(db: Db, filter: InstallFilter, limit: number): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::integer AS count
      FROM (SELECT FROM installs i WHERE ${conditions(filter)} LIMIT ${limit}::integer) AS counted`
  return row?.count ?? 0
}

/** Only conditions that are set are in the statement, so that the planner sees which index helps. */
function conditions(filter: InstallFilter): Prisma.Sql {
  const { projectId, code, campaignId, isTest, from, to } = filter
  const links = (which: Prisma.Sql) =>
    Prisma.sql`i.link_id = ANY (ARRAY(SELECT id FROM links WHERE project_id = ${projectId}::uuid AND ${which}))`
  const given = [
    Prisma.sql`i.project_id = ${projectId}::uuid AND i.erasure_id IS NULL`,
    ...decisionConditions(filter),
    code !== null && links(Prisma.sql`code = ${code}`),
    campaignId !== null && links(Prisma.sql`campaign_id = ${campaignId}::integer`),
    isTest !== null && Prisma.sql`i.is_test = ${isTest}::boolean`,
    from !== null && Prisma.sql`i.decided_at >= ${from}::timestamptz`,
    to !== null && Prisma.sql`i.decided_at < ${to}::timestamptz`,
  ].filter((condition) => condition !== false)
  return Prisma.join(given, ' AND ')
}

function decisionConditions(filter: InstallFilter): (Prisma.Sql | false)[] {
  const { isMatched, reason, matchType, platform, country, osVersion, sdkVersion } = filter
  const { fingerprintHash } = filter
  return [
    isMatched !== null && Prisma.sql`i.is_matched = ${isMatched}::boolean`,
    reason !== null && Prisma.sql`i.reason = ${reason}`,
    matchType !== null && Prisma.sql`i.match_type = ${matchType}`,
    platform !== null && Prisma.sql`i.platform = ${platform}`,
    country !== null && Prisma.sql`i.country = ${country}`,
    osVersion !== null &&
      Prisma.sql`(i.os_version = ${osVersion} OR i.os_version LIKE ${`${escapeLike(osVersion)}.%`})`,
    sdkVersion !== null && Prisma.sql`i.sdk_version = ${sdkVersion}`,
    fingerprintHash !== null && Prisma.sql`i.fingerprint_hash = ${fingerprintHash}::bytea`,
  ]
}
