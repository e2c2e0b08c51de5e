import {
  install as schema,
  type InstallWire,
  type ListInstallsQuery,
} from '@throughline/contracts/installs'
import { isUuid } from '@throughline/core/lib/ids'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import {
  countInstalls,
  listInstalls as listRows,
  type InstallFilter,
  type InstallPlace,
  type ListedInstall,
} from '@throughline/db/attribution/list-installs'
import { CSV_PAGE, csvAnswer, eachPage } from '../../http/csv.js'
import { readCursor, readTotal, toPage } from '../../http/pagination.js'
import type { Answer, Call } from '../../http/route.js'
import { hashOfFingerprint } from '../../domain/devices/normal-fingerprint.js'

type ListCall = Call<object, ListInstallsQuery>

/** Lists all installs of the project, matched or not. */
export async function listInstalls(call: ListCall): Promise<Answer> {
  const { db, query } = call
  const filter = filterOf(call)
  const after = readPlace(query.cursor)
  if (query.format === 'csv')
    return csvAnswer('installs', Object.keys(schema.shape) as (keyof InstallWire)[], pages(call))
  const rows = await listRows(db, filter, { after, limit: query.limit + 1 })
  const placed = rows.map((row) => ({ ...row, id: `${row.decidedAtMicros}|${row.installId}` }))
  const total = await readTotal(query, rows, (limit) => countInstalls(db, filter, limit))
  return { status: 200, body: { ...toPage(placed, query.limit, presentListed), ...total } }
}

async function* pages(call: ListCall): AsyncGenerator<InstallWire[]> {
  const filter = filterOf(call)
  const read = async (after: InstallPlace | null) => {
    const rows = await listRows(call.db, filter, { after, limit: CSV_PAGE })
    return { rows, next: rows.length < CSV_PAGE ? null : (rows.at(-1) ?? null) }
  }
  for await (const rows of eachPage(read, readPlace(call.query.cursor)))
    yield rows.map(presentListed)
}

function readPlace(cursor: string | undefined): InstallPlace | null {
  const [decidedAtMicros, installId] = readCursor(cursor, [isMicros, isUuid]) ?? []
  if (decidedAtMicros === undefined || installId === undefined) return null
  return { decidedAtMicros, installId }
}

function isMicros(text: string): boolean {
  return /^\d{1,17}$/.test(text)
}

function filterOf({ ctx, project, query }: ListCall): InstallFilter {
  const { fingerprint } = query
  return {
    projectId: project.id,
    ...filterOfDevice(query),
    isMatched: query.matched ?? null,
    reason: query.reason ?? null,
    matchType: query.match_type ?? null,
    code: query.link ?? null,
    campaignId: query.campaign ?? null,
    fingerprintHash:
      fingerprint === undefined
        ? null
        : (hashOfFingerprint(ctx.keys, project.id, fingerprint) ?? NO_HASH),
    isTest: query.test ?? null,
    from: query.from ?? null,
    to: query.to ?? null,
  }
}

function filterOfDevice(query: ListInstallsQuery) {
  return {
    platform: query.platform ?? null,
    country: query.country ?? null,
    osVersion: query.os_version ?? null,
    sdkVersion: query.sdk_version ?? null,
  }
}

/** A text that is not a fingerprint finds nothing. */
const NO_HASH = new Uint8Array()

function presentListed(row: ListedInstall): InstallWire {
  return {
    install_id: row.installId,
    // The values were validated when they were written.
    platform: row.platform as InstallWire['platform'],
    country: row.country,
    os_version: row.osVersion,
    sdk_version: row.sdkVersion,
    matched: row.isMatched,
    match_type: row.matchType as InstallWire['match_type'],
    confidence: row.confidence,
    reason: row.reason as InstallWire['reason'],
    code: row.code,
    link_id: row.linkId,
    attribution_id: row.attributionId,
    test: row.isTest,
    decided_at: formatTimestamp(row.decidedAt),
  }
}
