// Raw SQL of explain: Prisma cannot select parts of a JSON column.
import type { DecidedInstall } from '@throughline/core/matching/explain-install'
import type { Database, Db } from '../connection/database.js'
import { bytesArray, plainArray } from '../batch/array-literal.js'
import { batchRead } from '../batch/batch-read.js'
import { toSignals } from './match-candidates.js'

export interface InstallKey {
  projectId: string
  installId: string
}

export interface KnownInstallKey extends InstallKey {
  installHash: Uint8Array
}

export interface StoredInstall {
  isMatched: boolean
  matchType: string | null
  confidence: number
  reason: string | null
  fingerprintHash: Uint8Array | null
  /** The presented link, JSON text. */
  link: string | null
  /** The attribution's frozen payload, JSON text. */
  payload: string | null
}

export interface KnownInstall {
  /** The database's clock. */
  now: Date
  install: StoredInstall | null
  /** `consent_missing` or `consent_refused` if nothing else is stored of the install, else null. */
  refusal: string | null
}

export async function readInstalls(
  database: Pick<Database, 'pool'>,
  keys: KnownInstallKey[],
): Promise<KnownInstall[]> {
  const values = [
    plainArray(keys.map(({ projectId }) => projectId)),
    plainArray(keys.map(({ installId }) => installId)),
    bytesArray(keys.map(({ installHash }) => installHash)),
  ]
  const statement = { name: 'read-installs', text: READ, values }
  const found = await batchRead<Row>(database, statement, keys.length)
  return found.map(([row]) => {
    if (row === undefined) throw new Error('The query returned no row for an install')
    const { now, isKnown, refusal, isMatched, matchType, confidence, reason } = row
    const { fingerprintHash, link, payload } = row
    const install = { isMatched, matchType, confidence, reason, fingerprintHash, link, payload }
    return { now, refusal, install: isKnown === null ? null : install }
  })
}

type Row = StoredInstall & { now: Date; isKnown: true | null; refusal: string | null }

const READ = `
SELECT w.n, clock_timestamp() AS now, i.*, a.payload, r.reason AS refusal
  FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) WITH ORDINALITY AS w(project_id, install_id, install_hash, n)
  LEFT JOIN LATERAL (
    SELECT true AS "isKnown", is_matched AS "isMatched", match_type AS "matchType", confidence, reason,
           fingerprint_hash AS "fingerprintHash", trace ->> 'link' AS link, attribution_id
      FROM installs
     WHERE installs.project_id = w.project_id AND installs.install_id BETWEEN w.install_id AND w.install_id
     ORDER BY installs.install_id LIMIT 1) i ON true
  LEFT JOIN LATERAL (
    SELECT payload FROM attributions WHERE attributions.id = i.attribution_id LIMIT 1) a ON true
  LEFT JOIN LATERAL (
    SELECT reason FROM install_refusals f
     WHERE f.project_id = w.project_id AND f.install_hash BETWEEN w.install_hash AND w.install_hash
     ORDER BY f.install_hash LIMIT 1) r ON true`

type Explanation = NonNullable<DecidedInstall['explanation']>

type ExplainedRow = Omit<
  DecidedInstall,
  'codes' | 'campaignNames' | 'clickIds' | 'clickSignals'
> & {
  referrer: Record<string, string> | null
  params: Record<string, string> | null
}

/** A decision with its explanation and the names that it refers to, or null. */
export async function findDecidedInstall(db: Db, key: InstallKey): Promise<DecidedInstall | null> {
  const [row] = await db.$queryRaw<ExplainedRow[]>`
    SELECT install_id AS "installId", platform, is_matched AS matched, match_type AS "matchType", confidence, reason,
           click_id AS "clickId", link_id AS "linkId", attribution_id AS "attributionId", decided_at AS "decidedAt",
           os_version AS "osVersion", is_test AS "isTest", (trace ->> 'installed_at')::timestamptz AS "installedAt",
           CASE WHEN trace -> 'match' ? 'modelVersion' THEN trace -> 'match' END AS explanation, referrer,
           (SELECT c.params FROM clicks c
             WHERE c.id = installs.click_id AND c.project_id IS NOT DISTINCT FROM installs.project_id) AS params
      FROM installs
     WHERE project_id = ${key.projectId}::uuid AND install_id = ${key.installId}::uuid`
  if (row === undefined) return null
  const { referrer, params, ...install } = row
  return {
    ...install,
    clickIds: { referrer, click: params },
    clickSignals: await findClickSignals(db, key.projectId, install.explanation),
    ...(await findNames(db, key.projectId, install)),
  }
}

export function listProjectsOfInstall(
  db: Db,
  installId: string,
): Promise<{ id: string; prefix: string }[]> {
  // Uses each project's index, because no index has the install id alone.
  return db.$queryRaw<{ id: string; prefix: string }[]>`
    SELECT p.id, p.prefix
      FROM projects p
      JOIN LATERAL (
        SELECT FROM installs i WHERE i.project_id = p.id AND i.install_id = ${installId}::uuid OFFSET 0
      ) AS install ON true
     ORDER BY p.prefix`
}

/** What the browsers of the compared clicks reported, as long as it is stored. */
async function findClickSignals(
  db: Db,
  projectId: string,
  explanation: Explanation | null,
): Promise<DecidedInstall['clickSignals']> {
  const compared = (explanation?.candidates ?? []).filter(({ signals }) => signals !== null)
  if (compared.length === 0) return new Map()
  const rows = await db.$queryRaw<ReportRow[]>`
    SELECT c.id AS "clickId", c.os_version AS "osVersion", c.device_model AS "deviceModel", v.signals
      FROM clicks c
      JOIN visits v ON v.click_id = c.id
     WHERE c.id = ANY (${compared.map(({ clickId }) => clickId)}::uuid[]) AND c.project_id = ${projectId}::uuid`
  return new Map(rows.map(({ clickId, signals, ...click }) => [clickId, toSignals(signals, click)]))
}

interface ReportRow {
  clickId: string
  osVersion: string | null
  deviceModel: string | null
  signals: Record<string, unknown>
}

async function findNames(
  db: Db,
  projectId: string,
  { linkId, explanation }: Pick<ExplainedRow, 'linkId' | 'explanation'>,
): Promise<Pick<DecidedInstall, 'codes' | 'campaignNames'>> {
  const candidates: Explanation['candidates'] = explanation?.candidates ?? []
  const linkIds = [linkId, ...candidates.map((click) => click.linkId)].filter((id) => id !== null)
  const campaignIds = candidates.map((click) => click.campaignId).filter((id) => id !== null)
  const links = await db.link.findMany({
    where: { projectId, id: { in: linkIds } },
    select: { id: true, code: true },
  })
  const campaigns = await db.campaign.findMany({
    where: { projectId, id: { in: campaignIds } },
    select: { id: true, name: true },
  })
  return {
    codes: new Map(links.map(({ id, code }) => [id, code])),
    campaignNames: new Map(campaigns.map(({ id, name }) => [id, name])),
  }
}
