import type { ListLinksQuery } from '@throughline/contracts/links'
import * as store from '@throughline/db/links/links'
import { readPage, toPage } from '../../http/pagination.js'
import type { Answer, Call } from '../../http/route.js'
import { presentTo, rejectArchived, requireLink, type LinkCall } from './link-call.js'
import { domainError } from '@throughline/core/lib/errors'

/** Lists links, newest first, by cursor or by number. Counts them only for the first page and for numbered pages. */
export async function listLinks(call: Call<object, ListLinksQuery>): Promise<Answer> {
  const { db, project, query } = call
  const filter = {
    projectId: project.id,
    search: query.search || null,
    tag: query.tag ?? null,
    campaignId: query.campaign_id ?? null,
    status: query.status || null,
  }
  const page = readPage(query)
  const rows = await store.listLinks(db, filter, {
    take: page.size + 1,
    skip: (page.number - 1) * page.size,
    beforeId: page.beforeId,
  })
  const body = toPage(rows, page.size, presentTo(call))
  if (page.beforeId !== null) return { status: 200, body }
  const total = await store.countLinks(db, filter)
  const meta = { page: page.number, per_page: page.size, total }
  return { status: 200, body: { ...body, meta } }
}

/** With the project key alone, the caller is an app opened by the link and gets the UTM that a click carries. */
export async function getLink(call: LinkCall): Promise<Answer> {
  const link = await requireLink(call)
  rejectArchived(link)
  if (link.expiresAt !== null && link.expiresAt <= new Date())
    throw domainError('gone', 'This link has expired.')
  return { status: 200, body: presentTo(call, call.actor.kind === 'sdk')(link) }
}
