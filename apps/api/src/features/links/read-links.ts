import {
  link as schema,
  type LinkBody,
  type LinkSort,
  type ListLinksQuery,
  type ListTagsQuery,
  type TagListBody,
} from '@throughline/contracts/links'
import * as store from '@throughline/db/links/list-links'
import { listTags } from '@throughline/db/links/tags'
import { CSV_PAGE, csvAnswer, eachPage, statsCsv } from '../../http/csv.js'
import { readMeta, readPage, toPage } from '../../http/pagination.js'
import type { Answer, Call } from '../../http/route.js'
import {
  presentCounted,
  presentToApp,
  rejectArchived,
  requireLink,
  type LinkCall,
} from './link-call.js'
import type { StatsQuery } from '@throughline/contracts/stats'
import { domainError, fieldError } from '@throughline/core/lib/errors'
import { readStatsOf } from '../../domain/stats/read-stats.js'

/** Lists links, newest first, by cursor or by number. Counts them only for the first page and for numbered pages. */
export async function listLinks(call: Call<object, ListLinksQuery>): Promise<Answer> {
  const { db, project, query } = call
  const filter = filterOf(project.id, query)
  const page = readPage(query)
  const order = query.sort === undefined ? null : orderOf(query.sort)
  if (order !== null && (query.cursor !== undefined || query.format === 'csv'))
    throw fieldError(
      'sort',
      'cannot be used with cursor or format=csv, which list the newest first; use page',
    )
  if (query.format === 'csv') {
    const columns = Object.keys(schema.shape) as (keyof LinkBody)[]
    return csvAnswer('links', columns, allLinks(call, filter, page.beforeId))
  }
  const rows = await store.listLinks(db, filter, {
    take: page.size + 1,
    skip: (page.number - 1) * page.size,
    beforeId: page.beforeId,
    order,
  })
  const body = toPage(rows, page.size, await presentCounted(call, rows))
  if (page.beforeId !== null) return { status: 200, body }
  const meta = await readMeta(page, rows, (limit) => store.countLinks(db, filter, limit))
  return { status: 200, body: { ...body, meta } }
}

function filterOf(projectId: string, query: ListLinksQuery): store.LinkFilter {
  return {
    projectId,
    search: query.search || null,
    code: query.code ?? null,
    tag: query.tag ?? null,
    campaignId: query.campaign_id ?? null,
    status: query.status || null,
    createdBy: query.created_by ?? null,
    from: query.from ?? null,
    to: query.to ?? null,
  }
}

const COLUMNS = {
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  clicked_count: 'clickedCount',
  name: 'name',
  expires_at: 'expiresAt',
} as const

function orderOf(sort: LinkSort): store.LinkOrder {
  // The part after the sign is one of the names.
  const name = sort.replace('-', '') as keyof typeof COLUMNS
  return { by: COLUMNS[name], isDown: sort.startsWith('-') }
}

async function* allLinks(
  call: Call<object, ListLinksQuery>,
  filter: store.LinkFilter,
  start: number | null,
): AsyncGenerator<LinkBody[]> {
  const read = async (beforeId: number | null) => {
    const rows = await store.listLinks(call.db, filter, { take: CSV_PAGE, skip: 0, beforeId })
    return { rows, next: rows.length < CSV_PAGE ? null : (rows.at(-1)?.id ?? null) }
  }
  for await (const rows of eachPage(read, start)) yield rows.map(await presentCounted(call, rows))
}

/**
 * Reads a link. With the project key alone, the caller is an app that the link opened, so it gets the UTM values of a
 * click, and no count of installs is read.
 */
export async function getLink(call: LinkCall): Promise<Answer> {
  const link = await requireLink(call)
  rejectArchived(link)
  if (link.expiresAt !== null && link.expiresAt <= new Date())
    throw domainError('gone', 'This link has expired.')
  const present =
    call.actor.kind === 'sdk' ? presentToApp(call) : await presentCounted(call, [link])
  return { status: 200, body: present(link) }
}

export async function readStats(call: LinkCall<unknown, StatsQuery>): Promise<Answer> {
  const link = await requireLink(call)
  const subject = { kind: 'link', projectId: call.project.id, id: link.id } as const
  const body = await readStatsOf(call.db, subject, call.query)
  return call.query.format === 'csv' ? statsCsv(body) : { status: 200, body }
}

/** Lists the tags in use, most links first. */
export async function readTags(call: Call<object, ListTagsQuery>): Promise<Answer> {
  const { db, project, query } = call
  const scope = { projectId: project.id, search: query.search ?? null }
  const body: TagListBody = { data: await listTags(db, scope) }
  return { status: 200, body }
}
