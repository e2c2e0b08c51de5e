import type { ClickCandidate, MatchSignals } from '@throughline/core/match-types'
import type { Db } from './client.js'
import { Prisma } from './generated/prisma/client.js'

/** Where an install comes from, as its matching needs it. */
export interface InstallOrigin {
  projectId: string
  /** Hash of the whole address; null when it is no key. */
  ipHash: Uint8Array | null
  /** Hash of what counts as the same address; null when the address is no key. */
  ipPrefixHash: Uint8Array | null
  /** The project's window for codes and scoring. */
  windowMinutes: number
}

/** Visits inside the window, the newest: so many behind one address are a crowd, which is not worth more reading. */
const MAX_INSIDE = 200
/** Older ones, which can't be claimed and only tell why there was no match. */
const MAX_OLDER = 20
/** Visits are deleted a day later (`forgetVisits`). */
const OLDER_WITHIN_DAYS = 7

/** The click that a verified token names, or null; never another project's. */
export async function findTokenClick(
  db: Db,
  click: { projectId: string; clickId: string },
): Promise<ClickCandidate | null> {
  const rows = await db.$queryRaw<CandidateRow[]>`
    SELECT ${CLICK_COLUMNS}, NULL::jsonb AS signals, false AS "sameAddress", false AS "sameFullAddress"
      FROM clicks c JOIN links l ON l.id = c.link_id
     WHERE c.id = ${click.clickId}::uuid AND c.project_id = ${click.projectId}::uuid`
  return rows.map(toCandidate)[0] ?? null
}

/** The project that a click belongs to, or null. */
export async function findClickProject(db: Db, clickId: string): Promise<string | null> {
  const [row] = await db.$queryRaw<{ projectId: string }[]>`
    SELECT project_id AS "projectId" FROM clicks WHERE id = ${clickId}::uuid`
  return row?.projectId ?? null
}

/**
 * The link of a code and the newest unconsumed click of it from the install's address inside the window
 * (contract §7); null when the project has no such code.
 */
export async function findCodeClick(
  db: Db,
  code: string,
  origin: Omit<InstallOrigin, 'ipHash'>,
): Promise<{ linkId: number; click: ClickCandidate | null } | null> {
  const [row] = await db.$queryRaw<({ codeLinkId: number } & (CandidateRow | NoRow))[]>`
    SELECT k.id AS "codeLinkId", click.*
      FROM links k LEFT JOIN LATERAL (
        SELECT ${CLICK_COLUMNS}, NULL::jsonb AS signals, true AS "sameAddress", false AS "sameFullAddress"
          FROM clicks c JOIN links l ON l.id = c.link_id
         WHERE c.project_id = k.project_id AND c.link_id = k.id AND c.ip_prefix_hash = ${origin.ipPrefixHash}::bytea
           AND c.created_at >= now() - make_interval(mins => ${origin.windowMinutes}::integer)
           AND c.consumed_at IS NULL AND c.uncounted_reason IS NULL
         ORDER BY c.created_at DESC, c.id DESC LIMIT 1
      ) AS click ON true
     WHERE k.project_id = ${origin.projectId}::uuid AND k.code = ${code}`
  if (row === undefined) return null
  return { linkId: row.codeLinkId, click: row.clickId === null ? null : toCandidate(row) }
}

/**
 * The visited clicks from the install's address: the newest inside the window, consumed or not, then some older ones that
 * only explain (contract §7). The index alone finds them and bounds them, before any click is read.
 */
export async function listCandidates(db: Db, origin: InstallOrigin): Promise<ClickCandidate[]> {
  if (origin.ipPrefixHash === null) return []
  const select = Prisma.sql`
    SELECT click_id, project_id, signals, ip_hash, created_at FROM visits
     WHERE project_id = ${origin.projectId}::uuid AND ip_prefix_hash = ${origin.ipPrefixHash}::bytea`
  // A visit follows its click within the token's few minutes, so that the window bounds both.
  const since = Prisma.sql`now() - make_interval(mins => ${origin.windowMinutes}::integer)`
  const rows = await db.$queryRaw<CandidateRow[]>`
    SELECT ${CLICK_COLUMNS}, v.signals, true AS "sameAddress",
           coalesce(v.ip_hash = ${origin.ipHash}::bytea, false) AS "sameFullAddress"
      FROM (
        (${select} AND created_at >= ${since} ORDER BY created_at DESC LIMIT ${MAX_INSIDE}::integer)
        UNION ALL
        (${select} AND created_at >= now() - make_interval(days => ${OLDER_WITHIN_DAYS}::integer) AND created_at < ${since}
          ORDER BY created_at DESC LIMIT ${MAX_OLDER}::integer)
      ) v
      JOIN clicks c ON c.id = v.click_id AND c.project_id = v.project_id
      JOIN links l ON l.id = c.link_id
     ORDER BY v.created_at DESC`
  return rows.map(toCandidate)
}

const CLICK_COLUMNS = Prisma.sql`
  c.id AS "clickId", c.link_id AS "linkId", l.campaign_id AS "campaignId", c.platform,
  c.created_at AS "createdAt", c.consumed_at AS "consumedAt", c.visitor_id AS "visitorId", c.os_version AS "osVersion",
  c.device_model AS "deviceModel"`

type CandidateRow = Omit<ClickCandidate, 'signals'> & {
  osVersion: string | null
  deviceModel: string | null
  signals: Prisma.JsonObject | null
}

/** What a lateral join answers where it found nothing. */
type NoRow = { clickId: null }

function toCandidate(row: CandidateRow): ClickCandidate {
  const { osVersion, deviceModel, signals, ...candidate } = row
  return {
    clickId: candidate.clickId,
    linkId: candidate.linkId,
    campaignId: candidate.campaignId,
    // The page's own request says what it runs on; rows without it go by the click's.
    platform: textOf(signals?.['platform']) ?? candidate.platform,
    createdAt: candidate.createdAt,
    consumedAt: candidate.consumedAt,
    visitorId: candidate.visitorId,
    sameAddress: candidate.sameAddress,
    sameFullAddress: candidate.sameFullAddress,
    signals: toSignals(signals ?? {}, { osVersion, deviceModel }),
  }
}

function toSignals(
  told: Prisma.JsonObject,
  click: { osVersion: string | null; deviceModel: string | null },
): MatchSignals {
  const languages = told['languages']
  return {
    osVersion: textOf(told['os_version']) ?? click.osVersion,
    model: textOf(told['model']) ?? click.deviceModel,
    screenWidth: numberOf(told['screen_width']),
    screenHeight: numberOf(told['screen_height']),
    pixelRatio: numberOf(told['pixel_ratio']),
    languages: Array.isArray(languages)
      ? languages.filter((tag): tag is string => typeof tag === 'string')
      : null,
    timeZone: textOf(told['time_zone']),
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
