import {
  click as schema,
  type ClickWire,
  type ListClicksQuery,
} from '@throughline/contracts/click-list'
import { referrerHost } from '@throughline/core/links/click-profile'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import {
  listClicks as listRows,
  type ClickFilter,
  type ListedClick,
} from '@throughline/db/clicks/list-clicks'
import { CSV_PAGE, csvAnswer, eachPage } from '../../http/csv.js'
import { encodeCursor, readUuidCursor } from '../../http/pagination.js'
import type { Answer, Call } from '../../http/route.js'
import { parseUserAgent } from '../../domain/devices/device.js'

type ListCall = Call<object, ListClicksQuery>

/** Lists the clicks of the project. A page may be short although more pages follow. */
export async function listClicks(call: ListCall): Promise<Answer> {
  const { db, query } = call
  const beforeId = readUuidCursor(query.cursor)
  const filter = filterOf(call)
  if (query.format === 'csv') {
    const columns = Object.keys(schema.shape) as (keyof ClickWire)[]
    return csvAnswer('clicks', columns, pages(call, filter, beforeId))
  }
  const { rows, nextId } = await listRows(db, filter, { beforeId, limit: query.limit })
  const next_cursor = nextId === null ? null : encodeCursor(nextId)
  return { status: 200, body: { data: rows.map(presentClick), next_cursor } }
}

async function* pages(
  { db }: ListCall,
  filter: ClickFilter,
  start: string | null,
): AsyncGenerator<ClickWire[]> {
  const read = async (beforeId: string | null) => {
    const { rows, nextId } = await listRows(db, filter, { beforeId, limit: CSV_PAGE })
    return { rows, next: nextId }
  }
  for await (const rows of eachPage(read, start)) yield rows.map(presentClick)
}

function filterOf({ project, query }: ListCall): ClickFilter {
  return {
    projectId: project.id,
    code: query.link ?? null,
    campaignId: query.campaign ?? null,
    platform: query.platform ?? null,
    country: query.country ?? null,
    isCounted: query.counted ?? null,
    isClaimed: query.claimed ?? null,
    from: query.from ?? null,
    to: query.to ?? null,
  }
}

function presentClick(row: ListedClick): ClickWire {
  return {
    id: row.id,
    code: row.code,
    link_id: row.linkId,
    campaign_id: row.campaignId,
    clicked_at: formatTimestamp(row.createdAt),
    // The values were validated when they were written.
    recorded_by: row.source as ClickWire['recorded_by'],
    platform: row.platform as ClickWire['platform'],
    os_version: row.osVersion,
    browser: row.userAgent === null ? null : parseUserAgent(row.userAgent).browser,
    country: row.country,
    referrer: referrerHost(row.referer),
    utm_source: row.params['utm_source'] ?? null,
    utm_medium: row.params['utm_medium'] ?? null,
    utm_campaign: row.params['utm_campaign'] ?? null,
    uncounted_reason: row.uncountedReason,
    claimed: row.isClaimed,
  }
}
