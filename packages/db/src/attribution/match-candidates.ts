import type { ClickCandidate, MatchSignals } from '@throughline/core/matching/match-types'
import type { Database, Db } from '../connection/database.js'
import { bytesArray, plainArray, textArray } from '../batch/array-literal.js'
import { batchRead } from '../batch/batch-read.js'

export interface InstallOrigin {
  projectId: string
  /** Hash of the whole address; null if the address must not be a key. */
  ipHash: Uint8Array | null
  /** Hash of what counts as the same address; null if the address must not be a key. */
  ipPrefixHash: Uint8Array | null
  windowMinutes: number
  wantsParams: boolean
  /** Whether test clicks are candidates. True for test installs only. */
  wantsTests: boolean
}

/** Newest device reports inside the window: an address with this many is shared, and more are not worth reading. */
const MAX_INSIDE = 200
/** Older reports, which cannot be claimed and only explain why there was no match. */
const MAX_OLDER = 20
/** Device reports are deleted a day later (`deleteVisits`). */
const OLDER_WITHIN_DAYS = 7

export interface ClickKey {
  projectId: string
  clickId: string
}

export interface CodeOrigin extends Omit<InstallOrigin, 'ipHash' | 'wantsParams'> {
  code: string
}

export interface CodeClicks {
  linkId: number
  clicks: ClickCandidate[]
}

/** The click of a token. A real install must not claim a test click. */
export interface TokenClick extends ClickCandidate {
  isTest: boolean
}

/** Batched read of the click that a verified token names; null if the project has none. */
export async function findTokenClicks(
  database: Pick<Database, 'pool'>,
  keys: ClickKey[],
): Promise<(TokenClick | null)[]> {
  const values = [
    plainArray(keys.map(({ projectId }) => projectId)),
    plainArray(keys.map(({ clickId }) => clickId)),
  ]
  const statement = { name: 'find-token-clicks', text: TOKEN_CLICKS, values }
  const found = await batchRead<CandidateRow & { isTest: boolean }>(
    database,
    statement,
    keys.length,
  )
  return found.map(([row]) =>
    row === undefined ? null : { ...toCandidate(row), isTest: row.isTest },
  )
}

export async function findClickProject(db: Db, clickId: string): Promise<string | null> {
  const click = await db.click.findFirst({ where: { id: clickId }, select: { projectId: true } })
  return click?.projectId ?? null
}

/** The link of a code, or null, and the newest counted clicks on any link from the install's address in the window. */
export async function listCodeClicks(
  database: Pick<Database, 'pool'>,
  origins: CodeOrigin[],
): Promise<(CodeClicks | null)[]> {
  const values = [
    plainArray(origins.map(({ projectId }) => projectId)),
    textArray(origins.map(({ code }) => code)),
    bytesArray(origins.map(({ ipPrefixHash }) => ipPrefixHash)),
    plainArray(origins.map(({ windowMinutes }) => windowMinutes)),
    plainArray(origins.map(({ wantsTests }) => wantsTests)),
  ]
  const statement = { name: 'list-code-clicks', text: CODE_CLICKS, values }
  const found = await batchRead<CodeRow>(database, statement, origins.length)
  return found.map((rows) => {
    const [first] = rows
    if (first === undefined) return null
    const clicks = rows.flatMap((row) => (row.clickId === null ? [] : [toCandidate(row)]))
    return { linkId: first.codeLinkId, clicks }
  })
}

/** Clicks with a device report from the install's address: the newest in the window, then some that only explain. */
export async function listCandidates(
  database: Pick<Database, 'pool'>,
  origins: InstallOrigin[],
): Promise<ClickCandidate[][]> {
  const values = [
    plainArray(origins.map(({ projectId }) => projectId)),
    bytesArray(origins.map(({ ipHash }) => ipHash)),
    bytesArray(origins.map(({ ipPrefixHash }) => ipPrefixHash)),
    plainArray(origins.map(({ windowMinutes }) => windowMinutes)),
    plainArray(origins.map(({ wantsParams }) => wantsParams)),
    plainArray(origins.map(({ wantsTests }) => wantsTests)),
  ]
  const statement = { name: 'list-candidates', text: CANDIDATES, values }
  const found = await batchRead<CandidateRow>(database, statement, origins.length)
  return found.map((rows) => rows.map(toCandidate))
}

const CLICK_COLUMNS = `
  c.id AS "clickId", c.link_id AS "linkId", l.campaign_id AS "campaignId", c.source, c.platform,
  c.created_at AS "createdAt", c.consumed_at AS "consumedAt", c.visitor_id AS "visitorId", c.os_version AS "osVersion",
  c.device_model AS "deviceModel"`

const NO_PARAMS = 'NULL::jsonb AS params, NULL::text AS "linkUtmSource"'

const LINK_OF_CLICK =
  'CROSS JOIN LATERAL (SELECT l.campaign_id, l.utm_source FROM links l WHERE l.id = c.link_id LIMIT 1) l'

/** The clicks that may be claimed: counted clicks, and for a test install also test clicks. */
const CLAIMABLE = `(c.uncounted_reason IS NULL OR (w.wants_tests AND c.uncounted_reason = 'test'))`

const TOKEN_CLICKS = `
SELECT w.n, ${CLICK_COLUMNS}, ${NO_PARAMS}, NULL::jsonb AS signals, false AS "sameAddress", false AS "sameFullAddress",
       coalesce(c.uncounted_reason = 'test', false) AS "isTest"
  FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS w(project_id, click_id, n)
 CROSS JOIN LATERAL (
   SELECT * FROM clicks c WHERE c.id = w.click_id AND c.project_id IS NOT DISTINCT FROM w.project_id LIMIT 1) c
 ${LINK_OF_CLICK}`

const CODE_CLICKS = `
SELECT w.n, k.id AS "codeLinkId", click.*
  FROM unnest($1::uuid[], $2::text[], $3::bytea[], $4::integer[], $5::boolean[])
       WITH ORDINALITY AS w(project_id, code, ip_prefix_hash, window_minutes, wants_tests, n)
 CROSS JOIN LATERAL (
   SELECT l.id FROM links l
    WHERE l.project_id = w.project_id AND l.code BETWEEN w.code AND w.code ORDER BY l.code LIMIT 1) k
  LEFT JOIN LATERAL (
    SELECT ${CLICK_COLUMNS}, ${NO_PARAMS}, v.signals, true AS "sameAddress", false AS "sameFullAddress"
      FROM (SELECT * FROM clicks c
             WHERE c.project_id = w.project_id AND c.ip_prefix_hash = w.ip_prefix_hash
               AND c.created_at >= now() - make_interval(mins => w.window_minutes) AND ${CLAIMABLE}
             ORDER BY c.created_at DESC, c.id DESC LIMIT ${MAX_INSIDE}) c
      LEFT JOIN LATERAL (SELECT v.signals FROM visits v WHERE v.click_id = c.id LIMIT 1) v ON true
     ${LINK_OF_CLICK}) AS click ON true
 ORDER BY w.n, click."createdAt" DESC`

const VISITS_OF_ORIGIN = `
  SELECT v.click_id, v.project_id, v.signals, v.ip_hash, v.created_at FROM visits v
   WHERE v.project_id = w.project_id AND v.ip_prefix_hash = w.ip_prefix_hash`
/** A device report follows its click within the few minutes of the token, so the window limits both. */
const SINCE = 'now() - make_interval(mins => w.window_minutes)'

/** Avoids reading the large rows of a shared address. */
const WANTED_PARAMS = `
  CASE WHEN w.wants_params THEN c.params END AS params,
  CASE WHEN w.wants_params THEN coalesce(
    (SELECT nullif(g.utm_source, '') FROM campaigns g WHERE g.id = l.campaign_id AND g.deleted_at IS NULL),
    nullif(l.utm_source, '')) END AS "linkUtmSource"`

const CANDIDATES = `
SELECT w.n, ${CLICK_COLUMNS}, ${WANTED_PARAMS}, v.signals, true AS "sameAddress",
       coalesce(v.ip_hash = w.ip_hash, false) AS "sameFullAddress"
  FROM unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::integer[], $5::boolean[], $6::boolean[])
       WITH ORDINALITY AS w(project_id, ip_hash, ip_prefix_hash, window_minutes, wants_params, wants_tests, n)
 CROSS JOIN LATERAL (
   (${VISITS_OF_ORIGIN} AND v.created_at >= ${SINCE} ORDER BY v.created_at DESC LIMIT ${MAX_INSIDE})
   UNION ALL
   (${VISITS_OF_ORIGIN} AND v.created_at >= now() - interval '${OLDER_WITHIN_DAYS} days' AND v.created_at < ${SINCE}
     ORDER BY v.created_at DESC LIMIT ${MAX_OLDER})) v
 CROSS JOIN LATERAL (
   SELECT * FROM clicks c WHERE c.id = v.click_id AND c.project_id IS NOT DISTINCT FROM v.project_id
      AND ${CLAIMABLE} LIMIT 1) c
 ${LINK_OF_CLICK}
 ORDER BY w.n, v.created_at DESC`

type CodeRow = { codeLinkId: number } & (CandidateRow | NoRow)

type CandidateRow = Omit<ClickCandidate, 'signals' | 'params'> & {
  params: Record<string, string> | null
  osVersion: string | null
  deviceModel: string | null
  signals: Record<string, unknown> | null
}

type NoRow = { clickId: null }

function toCandidate(row: CandidateRow): ClickCandidate {
  const { osVersion, deviceModel, signals, params } = row
  return {
    clickId: row.clickId,
    linkId: row.linkId,
    campaignId: row.campaignId,
    source: row.source,
    platform: textOf(signals?.['platform']) ?? row.platform,
    createdAt: row.createdAt,
    consumedAt: row.consumedAt,
    visitorId: row.visitorId,
    sameAddress: row.sameAddress,
    sameFullAddress: row.sameFullAddress,
    params: params ?? {},
    linkUtmSource: row.linkUtmSource,
    signals: toSignals(signals ?? {}, { osVersion, deviceModel }),
  }
}

/** The signals of a device report, completed by what the request of the click said. */
export function toSignals(
  browser: Record<string, unknown>,
  click: { osVersion: string | null; deviceModel: string | null },
): MatchSignals {
  const languages = browser['languages']
  return {
    osVersion: textOf(browser['os_version']) ?? click.osVersion,
    model: textOf(browser['model']) ?? click.deviceModel,
    screenWidth: numberOf(browser['screen_width']),
    screenHeight: numberOf(browser['screen_height']),
    pixelRatio: numberOf(browser['pixel_ratio']),
    languages: Array.isArray(languages)
      ? languages.filter((tag): tag is string => typeof tag === 'string')
      : null,
    timeZone: textOf(browser['time_zone']),
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
