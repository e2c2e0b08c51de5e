// Raw SQL: pages and filters are written for one index each, and ages go by the database's clock.
import { uuidV7Time } from '@throughline/core/lib/ids'
import { FINGERPRINT_DAYS } from '@throughline/core/matching/fingerprint'
import type { Db } from '../connection/database.js'
import { Prisma } from '../generated/prisma/client.js'

export interface AttributionRow {
  id: string
  installId: string
  platform: string
  matchType: string
  confidence: number
  linkId: number
  campaignId: number | null
  attributedAt: Date
  /** Frozen, JSON text. */
  payload: string
}

/** A null field does not filter. */
export interface AttributionFilter {
  projectId: string
  code: string | null
  campaignId: number | null
  matchType: string | null
  platform: string | null
  installId: string | null
  eventId: string | null
  /** Inclusive; `to` is exclusive. */
  from: Date | null
  to: Date | null
}

interface AttributionKey {
  projectId: string
  id: string
}

/** One page of a project's attributions, newest first, after the id `afterId`. */
export function listAttributions(
  db: Db,
  filter: AttributionFilter,
  page: { afterId: string | null; limit: number },
): Promise<AttributionRow[]> {
  return db.$queryRaw<AttributionRow[]>`
    SELECT ${COLUMNS}
      FROM attributions a
     WHERE a.project_id = ${filter.projectId}::uuid ${conditions(filter)} ${olderThan(filter, page.afterId)}
     ORDER BY a.attributed_at DESC, a.id DESC
     LIMIT ${page.limit}`
}

export async function countAttributions(
  db: Db,
  filter: AttributionFilter,
  limit: number,
): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::integer AS count
      FROM (
        SELECT FROM attributions a
         WHERE a.project_id = ${filter.projectId}::uuid ${conditions(filter)} LIMIT ${limit}::integer
      ) AS counted`
  return row?.count ?? 0
}

export async function findAttribution(db: Db, key: AttributionKey): Promise<AttributionRow | null> {
  const [row] = await db.$queryRaw<AttributionRow[]>`
    SELECT ${COLUMNS}
      FROM attributions a
     WHERE a.project_id = ${key.projectId}::uuid AND a.id = ${key.id}::uuid`
  return row ?? null
}

/** The time of an attribution's click. After the retention of clicks, it is read from the click's id. */
export async function findClickTime(db: Db, key: AttributionKey): Promise<Date | null> {
  const attribution = await db.attribution.findFirst({
    where: { ...key },
    select: { clickId: true },
  })
  if (attribution === null) return null
  const { clickId } = attribution
  const click = await db.click.findFirst({
    where: { id: clickId, projectId: key.projectId },
    select: { createdAt: true },
  })
  return click?.createdAt ?? uuidV7Time(clickId)
}

/** The payload of a fingerprint's newest attribution of the last 30 days, or null; `ipHash` limits it to an address. */
export async function findPayloadByFingerprint(
  db: Db,
  query: { projectId: string; fingerprintHash: Uint8Array; ipHash?: Uint8Array | undefined },
): Promise<string | null> {
  const sameAddress =
    query.ipHash === undefined ? Prisma.empty : Prisma.sql`AND ip_hash = ${query.ipHash}::bytea`
  const [row] = await db.$queryRaw<{ payload: string }[]>`
    SELECT payload FROM attributions
     WHERE project_id = ${query.projectId}::uuid AND fingerprint_hash = ${query.fingerprintHash}::bytea
       AND attributed_at >= now() - make_interval(days => ${FINGERPRINT_DAYS}::integer) ${sameAddress}
     ORDER BY attributed_at DESC, id DESC LIMIT 1`
  return row?.payload ?? null
}

export async function findPayloadByCode(
  db: Db,
  link: { projectId: string; code: string },
): Promise<string | null> {
  const [row] = await db.$queryRaw<{ payload: string }[]>`
    SELECT payload FROM attributions
     WHERE project_id = ${link.projectId}::uuid
       AND link_id = (SELECT id FROM links WHERE project_id = ${link.projectId}::uuid AND code = ${link.code})
     ORDER BY attributed_at DESC, id DESC LIMIT 1`
  return row?.payload ?? null
}

/** Subqueries per row: the planner underestimates a join, and would sort a whole project for one page. */
const ofInstall = (value: Prisma.Sql) => Prisma.sql`
  (SELECT ${value} FROM installs i WHERE i.project_id = a.project_id AND i.install_id = a.install_id)`

const COLUMNS = Prisma.sql`
  a.id, a.install_id AS "installId", ${ofInstall(Prisma.sql`i.platform`)} AS platform, a.match_type AS "matchType", a.confidence, a.link_id AS "linkId",
  a.campaign_id AS "campaignId", a.attributed_at AS "attributedAt", a.payload`

/** Only conditions that are set are in the statement, so that the planner sees which index helps. */
function conditions(filter: AttributionFilter): Prisma.Sql {
  const { projectId, code, campaignId, matchType, platform, installId, eventId, from, to } = filter
  const given = [
    code !== null &&
      Prisma.sql`a.link_id = (SELECT id FROM links WHERE project_id = ${projectId}::uuid AND code = ${code})`,
    campaignId !== null && Prisma.sql`a.campaign_id = ${campaignId}::integer`,
    matchType !== null && Prisma.sql`a.match_type = ${matchType}`,
    platform !== null && ofInstall(Prisma.sql`i.platform = ${platform}`),
    installId !== null && Prisma.sql`a.install_id = ${installId}::uuid`,
    eventId !== null &&
      Prisma.sql`a.id = (SELECT attribution_id FROM events WHERE id = ${eventId}::uuid AND project_id = ${projectId}::uuid)`,
    from !== null && Prisma.sql`a.attributed_at >= ${from}::timestamptz`,
    to !== null && Prisma.sql`a.attributed_at < ${to}::timestamptz`,
  ].filter((condition) => condition !== false)
  return given.length === 0 ? Prisma.empty : Prisma.sql`AND ${Prisma.join(given, ' AND ')}`
}

/** Rows after the last one of the previous page. If that row has since been deleted, its id still holds the time. */
function olderThan({ projectId }: AttributionFilter, afterId: string | null): Prisma.Sql {
  if (afterId === null) return Prisma.empty
  return Prisma.sql`
    AND (a.attributed_at, a.id) < (
      coalesce(
        (SELECT attributed_at FROM attributions WHERE id = ${afterId}::uuid AND project_id = ${projectId}::uuid),
        to_timestamp(('x' || left(replace(${afterId}::uuid::text, '-', ''), 12))::bit(48)::bigint / 1000.0)),
      ${afterId}::uuid)`
}
