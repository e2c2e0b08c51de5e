import type { TestResponse } from '../send-request.js'
import { changedFields, faultsOf, lostFields, mergeSent, plainNames } from './kept-fields.js'
import { findRoute, type Planned } from './plan-request.js'
import { requireNone, sendPlanned, type Session } from './session.js'
import { removeId, type Fields, type KnownRecord, type Tenant } from './tenant.js'

/** A write that succeeded: the record's key, the fields that were sent for it, and the response. */
interface Written {
  key: string
  sent: Fields | null
  answered: Fields
}

/** Reads each record that a request wrote, and compares every field that was ever sent for it. */
export async function followWrite(
  session: Session,
  planned: Planned,
  answer: TestResponse,
): Promise<void> {
  for (const { key, sent, answered } of writtenBy(planned, answer)) {
    const { records } = planned.tenant
    const before = records.get(key)
    const own = sent === null ? {} : key.startsWith('links/') ? plainNames(sent) : sent
    const known: KnownRecord = {
      sent: sent === null ? {} : mergeSent(before?.sent ?? {}, own),
      answered,
    }
    requireNone(session, planned, answer, lostFields(known.sent, answered))
    const read = await readRecord(session, planned.tenant, key)
    const faults = [
      ...faultsOf(known, read.fields),
      ...(sent === null ? [] : changedFields(without(before?.answered, own), read.fields)),
    ]
    requireNone(session, planned, read.answer, faults)
    records.set(key, { sent: known.sent, answered: read.fields })
  }
}

/** The fields of a record that a request omitted. */
function without(record: Fields | undefined, sent: Fields): Fields {
  return Object.fromEntries(Object.entries(record ?? {}).filter(([name]) => !(name in sent)))
}

const SETTINGS = /^\/api\/project(\/(apps|asset-links|app-site-association))?$/
const LISTS: Record<string, string> = {
  '/api/webhooks': 'webhooks',
  '/api/links': 'links',
  '/api/campaigns': 'campaigns',
  '/api/project/tokens': 'tokens',
  '/api/project/domains': 'domains',
}

function writtenBy({ tenant, route, body, rawBody }: Planned, answer: TestResponse): Written[] {
  const answered = answer.body as Fields
  if (route.isBodyFile === true) {
    // Without a pasted file the file is generated from the apps, and changes with them.
    const isPasted = answered['source'] === 'pasted'
    if (!isPasted) tenant.records.delete(route.path)
    return isPasted ? [{ key: route.path, sent: { file: textOf(rawBody) }, answered }] : []
  }
  if (SETTINGS.test(route.path)) return [{ key: route.path, sent: body, answered }]
  if (route.path === '/api/links/bulk') {
    if (answered['dry_run'] === true) return []
    const links = body?.['links'] as Fields[] | undefined
    return (answered['data'] as Fields[]).map((link, index) => ({
      key: `links/${String(link['code'])}`,
      sent: links?.[index] ?? null,
      answered: link,
    }))
  }
  if (route.path === '/api/links/bulk-update') {
    return (answered['data'] as Fields[]).map((link) => {
      const key = `links/${String(link['code'])}`
      const before = tenant.records.get(key)?.answered
      return { key, sent: body === null ? null : sentInBulk(body, before), answered: link }
    })
  }
  const list = LISTS[route.path.replace(/\/:\w+$/, '')]
  return list === undefined
    ? []
    : [{ key: `${list}/${idOf(list, answered)}`, sent: body, answered }]
}

/** A bulk update as the same change of one link. */
function sentInBulk(body: Fields, before: Fields | undefined): Fields {
  const { campaign_id, add_tags: added = [], remove_tags: removed = [] } = body
  const tags = before?.['tags'] as string[] | undefined
  return {
    ...(campaign_id === undefined ? {} : { campaign_id }),
    ...(tags === undefined
      ? {}
      : {
          tags: [
            ...tags.filter((tag) => !(removed as string[]).includes(tag)),
            ...(added as string[]),
          ],
        }),
  }
}

const textOf = (body: Planned['rawBody']) => Buffer.from(body ?? '').toString('utf8')

function idOf(list: string, record: Fields): string {
  return String(record[list === 'links' ? 'code' : list === 'domains' ? 'host' : 'id'])
}

interface Read {
  answer: TestResponse
  fields: Fields
}

/** The record as its owner reads it now: by its own route if there is one, else from its list. */
async function readRecord(session: Session, tenant: Tenant, key: string): Promise<Read> {
  if (key.startsWith('/api/')) {
    const answer = await get(session, tenant, { path: key, to: key, expected: [200] })
    return { answer, fields: answer.body as Fields }
  }
  const [list = '', id = ''] = key.split('/')
  const path = Object.entries(LISTS).find(([, name]) => name === list)?.[0] ?? ''
  if (list === 'tokens' || list === 'domains') {
    const answer = await get(session, tenant, {
      path,
      to: path,
      query: 'limit=100',
      expected: [200],
    })
    const rows = (answer.body as { data: Fields[] }).data
    return { answer, fields: rows.find((row) => idOf(list, row) === id) ?? {} }
  }
  const route = list === 'links' ? `${path}/:code` : `${path}/:id`
  const answer = await get(session, tenant, { path: route, to: `${path}/${id}`, expected: [200] })
  return { answer, fields: answer.body as Fields }
}

interface Get {
  /** The parameter of the route. */
  path: string
  to: string
  query?: string
  expected: number[]
  token?: string
}

/** Sends a GET as the owner. */
export function get(session: Session, tenant: Tenant, wanted: Get): Promise<TestResponse> {
  const { key, token } = tenant.project
  return sendPlanned(session, {
    tenant,
    route: findRoute(`GET ${wanted.path}`),
    method: 'GET',
    path: wanted.to,
    query: wanted.query ?? '',
    key,
    token: wanted.token ?? token,
    headers: {},
    rawBody: null,
    body: null,
    id: null,
    mutation: null,
    expected: wanted.expected,
  })
}

/** Verifies that a deleted record can no longer be read. */
export async function followDelete(
  session: Session,
  planned: Planned,
  answer: TestResponse,
): Promise<void> {
  const { tenant, route, id } = planned
  const path = route.path.replace(/\/:\w+$/, '')
  const list = LISTS[path]
  if (list === undefined || id === null) return
  if (list === 'campaigns' && planned.token === null) {
    const known = tenant.records.get(`campaigns/${id}`)
    if (known !== undefined) known.sent = { ...known.sent, status: 'archived' }
    return
  }
  removeId(tenant, list, id)
  tenant.records.delete(`${list}/${id}`)
  if (list === 'campaigns') forgetCampaign(tenant, Number(id))
  if (list === 'tokens' || list === 'domains') {
    const { fields } = await readRecord(session, tenant, `${list}/${id}`)
    const isThere = Object.keys(fields).length > 0
    requireNone(session, planned, answer, isThere ? [`${list}/${id} is still listed`] : [])
  } else {
    const expected = [list === 'links' ? 410 : 404]
    await get(session, tenant, { path: route.path, to: `${path}/${id}`, expected })
  }
}

/** Links of a deleted campaign continue without it. */
function forgetCampaign(tenant: Tenant, id: number): void {
  for (const record of tenant.records.values())
    for (const fields of [record.sent, record.answered])
      if (fields['campaign_id'] === id) Reflect.deleteProperty(fields, 'campaign_id')
}

/** Reads all records of a tenant, page by page, and compares them with all that is known of them. */
export async function readEverything(session: Session, tenant: Tenant): Promise<void> {
  for (const [path, list] of Object.entries(LISTS)) {
    const found = new Map<string, Fields>()
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = `limit=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
      const answer = await get(session, tenant, { path, to: path, query, expected: [200] })
      const page = answer.body as { data: Fields[]; next_cursor: string | null }
      for (const row of page.data) found.set(`${list}/${idOf(list, row)}`, row)
      cursor = page.next_cursor
    }
    const about = { tenant, route: findRoute(`GET ${path}`), mutation: null }
    for (const [key, known] of tenant.records) {
      if (!key.startsWith(`${list}/`)) continue
      const row = found.get(key)
      const faults = row === undefined ? ['is missing'] : faultsOf(known, row)
      requireNone(
        session,
        about,
        { status: 200, headers: {}, text: '', body: row },
        faults.map((fault) => `${key}: ${fault}`),
      )
    }
  }
  for (const [key, known] of tenant.records) {
    if (!key.startsWith('/api/')) continue
    const { answer, fields } = await readRecord(session, tenant, key)
    const about = { tenant, route: findRoute(`GET ${key}`), mutation: null }
    requireNone(session, about, answer, faultsOf(known, fields))
  }
}
