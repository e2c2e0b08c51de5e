import type { ListLinksQuery } from '@throughline/contracts/links'
import * as store from '@throughline/db/links/links'
import { readPage, toPage } from '../../http/pagination.js'
import type { Answer, Call } from '../../http/route.js'
import { presentTo, rejectArchived, requireLink, type LinkCall } from './link-call.js'
import { domainError, fieldError } from '@throughline/core/lib/errors'
import type { LinkStatsBody, LinkStatsQuery } from '@throughline/contracts/link-stats'
import {
  addDays,
  countDays,
  dateIn,
  dayBounds,
  isTimeZone,
} from '@throughline/core/matching/time-zone'
import { readLinkClicks } from '@throughline/db/links/link-stats'

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

const DEFAULT_DAYS = 30
const MAX_DAYS = 366

export async function readStats(call: LinkCall<unknown, LinkStatsQuery>): Promise<Answer> {
  const { from, to } = readSpan(call.query)
  const { tz } = call.query
  const link = await requireLink(call)
  const days = await readLinkClicks(call.db, link.id, dayBounds(tz, from, to))
  const total = (figure: 'clicks' | 'uniques') => days.reduce((sum, day) => sum + day[figure], 0)
  const body: LinkStatsBody = {
    from,
    to,
    tz,
    total_clicks: total('clicks'),
    unique_clicks: total('uniques'),
    clicks_per_day: days.map(({ clicks, uniques }, n) => ({
      date: addDays(from, n),
      count: clicks,
      uniques,
    })),
  }
  return { status: 200, body }
}

/** The requested days: `days` up to `to`, or from `from`; default up to today. */
function readSpan({ days, from, to, tz }: LinkStatsQuery): { from: string; to: string } {
  if (!isTimeZone(tz)) throw fieldError('tz', 'must be a time zone such as Europe/Berlin')
  if (from !== undefined && days !== undefined)
    throw fieldError('days', 'Send either days or from, not both.')
  const last = to ?? dateIn(tz, new Date())
  const first = from ?? addDays(last, 1 - (days ?? DEFAULT_DAYS))
  const count = countDays(first, last)
  const lastName = to === undefined ? 'today' : 'to'
  if (count < 1) throw fieldError('from', `must not be after ${lastName}`)
  if (count > MAX_DAYS)
    throw fieldError('from', `must be at most ${MAX_DAYS - 1} days before ${lastName}`)
  return { from: first, to: last }
}
