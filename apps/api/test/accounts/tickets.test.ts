import { putMember } from '@throughline/db/accounts/members'
import { endSession } from '@throughline/db/accounts/sessions'
import { deleteExpiredAccountRows } from '@throughline/db/accounts/expired-account-rows'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { isTicketTarget } from '../../src/features/tickets/ticket-target.js'
import { keyedRoutes } from '../../src/routes.js'
import { createMemberOf, createUser, type TestUser } from '../accounts.js'
import { pathOf } from '../each-route.js'
import { startTestApi, type TestApi } from '../harness.js'
import type { TestResponse } from '../send-request.js'

let api: TestApi
let editor: TestUser
let campaignId: number
beforeAll(async () => {
  api = await startTestApi()
  const campaign = await api.request('POST', '/api/campaigns', { body: { name: 'Spring' } })
  campaignId = campaign.body.id as number
  for (const code of ['FIRST', 'SECOND'])
    await api.request('POST', '/api/links', { body: { code, actual_url: 'https://a.example/' } })
})
beforeEach(async () => {
  editor = await createMemberOf(api, api.project, 'editor')
})
afterAll(() => api.close())

const LINKS = { route: '/api/links', query: { format: 'csv' } }
const CLICKS = { route: '/api/clicks', query: { format: 'csv' } }

const create = (user: TestUser, body: object, key = api.project.id): Promise<TestResponse> =>
  api.request('POST', '/api/tickets', { ...user.session, key, body })

/** A navigation: the cookie without the panel's header. */
const open = (
  user: TestUser,
  url: string,
  headers: Record<string, string> = {},
): Promise<TestResponse> => {
  const cookie = String(user.session.headers['cookie'])
  const { pathname } = new URL(url)
  return api.request('GET', pathname, { key: null, token: null, headers: { cookie, ...headers } })
}

const outcomeOf = ({ status, body }: TestResponse): unknown => [status, body?.code]
const linesOf = ({ text }: TestResponse) => text.trimEnd().split('\r\n')
const setRole = (user: TestUser, role: 'viewer' | 'editor') =>
  putMember(api.database.prisma, { projectId: api.project.id, userId: user.id }, role)

async function urlOf(user: TestUser, body: object): Promise<string> {
  const { status, text, body: ticket } = await create(user, body)
  expect([status, text]).toEqual([201, text])
  return (ticket as { url: string }).url
}

describe('a ticket', () => {
  it('returns the response of its route once, within 60 seconds', async () => {
    const { status, headers, body } = await create(editor, LINKS)
    const { url, expires_at: expiresAt } = body as { url: string; expires_at: string }
    expect([status, headers.location]).toEqual([201, url])
    expect(url).toMatch(new RegExp(`^${api.url}/api/tickets/[\\w-]{43}$`))
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 60_000)).toBeLessThan(5_000)
    const file = await open(editor, url)
    expect([file.status, linesOf(file).length]).toEqual([200, 3])
    expect(file.headers).toMatchObject({
      'content-disposition': 'attachment; filename="links.csv"',
      'cache-control': 'no-store',
    })
    expect(outcomeOf(await open(editor, url))).toEqual([410, 'ticket_invalid'])
  })

  it('works once, even for requests at the same time', async () => {
    const url = await urlOf(editor, LINKS)
    const answers = await Promise.all(Array.from({ length: 6 }, () => open(editor, url)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(410)])
  })

  it('has expired after 60 seconds', async () => {
    const url = await urlOf(editor, LINKS)
    const { prisma } = api.database
    const where = { sessionId: editor.sessionId }
    await prisma.ticket.updateMany({ where, data: { expiresAt: new Date(Date.now() - 1_000) } })
    expect(outcomeOf(await open(editor, url))).toEqual([410, 'ticket_invalid'])
    await deleteExpiredAccountRows(prisma)
    expect(await prisma.ticket.count({ where })).toBe(0)
  })

  it('works only with the session that created it, which can still use it afterwards', async () => {
    const url = await urlOf(editor, LINKS)
    const owner = await createMemberOf(api, api.project, 'owner')
    expect(outcomeOf(await open(owner, url))).toEqual([410, 'ticket_invalid'])
    const { pathname } = new URL(url)
    const without = await api.request('GET', pathname, { key: null, token: null })
    expect(outcomeOf(without)).toEqual([401, 'session_required'])
    const byToken = await api.request('GET', pathname)
    expect(outcomeOf(byToken)).toEqual([401, 'session_required'])
    expect((await open(editor, url)).status).toBe(200)
  })

  it('ends with its session', async () => {
    const url = await urlOf(editor, LINKS)
    await endSession(api.database.prisma, { userId: editor.id, id: editor.sessionId })
    expect(outcomeOf(await open(editor, url))).toEqual([401, 'session_required'])
    const where = { sessionId: editor.sessionId }
    expect(await api.database.prisma.ticket.count({ where })).toBe(0)
  })

  it('is not accepted from another origin', async () => {
    const url = await urlOf(editor, LINKS)
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://elsewhere.example' },
    ])
      expect([headers, outcomeOf(await open(editor, url, headers))]).toEqual([
        headers,
        [403, 'session_not_same_origin'],
      ])
    const { status } = await open(editor, url, { 'sec-fetch-site': 'same-origin' })
    expect(status).toBe(200)
  })

  it('gives only what the role permits when it is used', async () => {
    const lowered = await urlOf(editor, CLICKS)
    await setRole(editor, 'viewer')
    const refused = await open(editor, lowered)
    expect(outcomeOf(refused)).toEqual([403, 'forbidden'])
    expect(refused.body.detail).toContain('ids of clicks or installs')
    const removed = await urlOf(editor, LINKS)
    await api.database.prisma.projectMember.deleteMany({ where: { userId: editor.id } })
    expect(outcomeOf(await open(editor, removed))).toEqual([404, 'not_found'])
  })

  it('reads the project for which it was created, whatever the request names', async () => {
    const { id: other, key } = api.otherProject
    expect(outcomeOf(await create(editor, LINKS, other))).toEqual([404, 'not_found'])
    const projectId = other
    await putMember(api.database.prisma, { projectId, userId: editor.id }, 'editor')
    const here = await urlOf(editor, LINKS)
    expect(linesOf(await open(editor, here, { 'x-project-key': key }))).toHaveLength(3)
    const there = (await create(editor, LINKS, other)).body as { url: string }
    expect(linesOf(await open(editor, there.url))).toHaveLength(1)
    const foreign = await create(
      editor,
      { route: '/api/links/FIRST/stats', query: { format: 'csv' } },
      other,
    )
    expect((await open(editor, (foreign.body as { url: string }).url)).status).toBe(404)
  })

  it('gives an administrator every project, and the audit log names the administrator', async () => {
    const administrator = await createUser(api, { isAdmin: true })
    const url = await urlOf(administrator, CLICKS)
    expect((await open(administrator, url)).status).toBe(200)
    const { body } = await api.request('GET', '/api/audit?action=click.export&limit=1')
    expect(body.data).toMatchObject([
      {
        actor: `user:${administrator.id}`,
        actor_role: 'administrator',
        action: 'click.export',
        target: 'clicks',
      },
    ])
  })

  it('is rejected with HEAD and other methods, which do not use it', async () => {
    const url = await urlOf(editor, LINKS)
    const { pathname } = new URL(url)
    for (const method of ['HEAD', 'POST', 'DELETE'])
      expect((await api.request(method, pathname, editor.session)).status).toBe(405)
    expect((await open(editor, url)).status).toBe(200)
  })

  it('is stored only as a hash, and never logged', async () => {
    const url = await urlOf(editor, LINKS)
    const token = url.slice(url.lastIndexOf('/') + 1)
    expect(JSON.stringify(await api.database.prisma.ticket.findMany())).not.toContain(token)
    await open(editor, url)
    expect(api.logs.text()).not.toContain(token)
  })
})

describe('POST /api/tickets', () => {
  it('names the wrong fields of route and query', async () => {
    const errorsOf = async (body: object) => {
      const answer = await create(editor, body)
      return [answer.status, Object.keys((answer.body.errors as object | undefined) ?? {})]
    }
    expect(await errorsOf({})).toEqual([422, ['route']])
    for (const route of ['/api/webhooks', '/api/links/', 'links', '/api/links/%E0%A4%A', '/api/me'])
      expect([route, await errorsOf({ route })]).toEqual([route, [422, ['route']]])
    expect(await errorsOf({ route: '/api/links' })).toEqual([422, ['query.format']])
    const query = { format: 'csv', status: 'lost', unknown: '1' }
    expect(await errorsOf({ route: '/api/links', query })).toEqual([
      422,
      ['query.status', 'query.unknown'],
    ])
  })

  it('is for sessions alone', async () => {
    const answer = await api.request('POST', '/api/tickets', { body: LINKS })
    expect(outcomeOf(answer)).toEqual([403, 'forbidden'])
    expect(answer.body.detail).toContain('call the route itself')
  })

  it('is for every file of the API', () => {
    const files = keyedRoutes.filter(({ answers }) =>
      answers[200]?.contentTypes?.includes('text/csv'),
    )
    expect(files.filter(({ ticket }) => ticket !== 'csv')).toEqual([])
    const withIds = files.filter(({ answers }) => {
      const text = JSON.stringify(z.toJSONSchema(answers[200]?.schema ?? z.never()))
      return /install_id|Id of the click"/.test(text)
    })
    expect(withIds.map(({ path, csvHasIds }) => [path, csvHasIds])).toEqual([
      ['/api/installs', true],
      ['/api/deliveries', true],
      ['/api/clicks', true],
    ])
  })

  it('gives each role its files, and refuses viewers those with ids of clicks or installs', async () => {
    const targets = keyedRoutes.filter(isTicketTarget).filter(({ ticket }) => ticket === 'csv')
    const outcomes = async (user: TestUser) =>
      Promise.all(
        targets.map(async (target) => {
          const given = { code: 'FIRST', id: String(campaignId) }
          const route = pathOf(target, given)
          const { status, body } = await create(user, { route, query: { format: 'csv' } })
          if (status !== 201) return [route, status]
          return [route, (await open(user, (body as { url: string }).url)).status]
        }),
      )
    const viewer = await createMemberOf(api, api.project, 'viewer')
    const personal = ['/api/installs', '/api/deliveries', '/api/clicks']
    expect(await outcomes(viewer)).toEqual(
      (await outcomes(editor)).map(([route, status]) => [
        route,
        personal.includes(String(route)) ? 403 : status,
      ]),
    )
    expect((await outcomes(editor)).map(([, status]) => status)).toEqual(Array(6).fill(200))
  })
})

describe('an export', () => {
  const exportsOf = async (target: string) => {
    const { body } = await api.request('GET', `/api/audit?target=${encodeURIComponent(target)}`)
    return (body as { data: Record<string, unknown>[] }).data
  }

  it('is in the audit log, with its filters and without what identifies a person', async () => {
    const query = { format: 'csv', platform: 'ios', from: '2026-03-01T00:00:00Z', limit: '5' }
    const installs = { ...query, fingerprint: 'someone' }
    await open(editor, await urlOf(editor, { route: '/api/installs', query: installs }))
    const [entry] = await exportsOf('installs')
    expect(entry).toMatchObject({
      actor: `user:${editor.id}`,
      actor_name: editor.name,
      actor_role: 'editor',
      action: 'install.export',
      details: { platform: 'ios', from: '2026-03-01T00:00:00.000Z', fingerprint: '…' },
    })
    expect(Object.keys(entry?.['details'] as object)).toHaveLength(3)
  })

  it('is in the audit log without a ticket too', async () => {
    await api.request('GET', '/api/links/SECOND/stats?format=csv&days=7')
    expect(await exportsOf('links/SECOND/stats')).toMatchObject([
      { action: 'link.export', details: { days: '7', tz: 'UTC' } },
    ])
  })

  it('is recorded neither for HEAD, nor for JSON, nor if it is refused', async () => {
    const before = await exportsOf('clicks')
    await api.request('HEAD', '/api/clicks?format=csv')
    await api.request('GET', '/api/clicks')
    const viewer = await createMemberOf(api, api.project, 'viewer')
    const refused = await api.request('GET', '/api/clicks?format=csv', {
      ...viewer.session,
      key: api.project.id,
    })
    expect(outcomeOf(refused)).toEqual([403, 'forbidden'])
    expect(await exportsOf('clicks')).toEqual(before)
  })
})

describe('a framed preview', () => {
  const preview = (query: Record<string, string>) => ({ route: '/api/links/preview/page', query })
  const link = JSON.stringify({
    actual_url: 'https://a.example/',
    is_deeplink: true,
    social_title: '<script>alert(1)</script>',
    social_description: 'New & cheap',
  })

  it('is the landing page in a sandbox, framed by the panel alone', async () => {
    const viewer = await createMemberOf(api, api.project, 'viewer')
    const page = await open(viewer, await urlOf(viewer, preview({ link, device: 'android' })))
    const policy = String(page.headers['content-security-policy'])
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? []
    expect(policy).toBe(
      `sandbox; default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'self'`,
    )
    expect(page.headers['x-frame-options']).toBe('SAMEORIGIN')
    expect(page.text).toContain(`<style nonce="${nonce}">`)
    expect(page.text).toContain('&lt;script&gt;alert(1)')
    expect(page.text).not.toMatch(/<script|href=|src=/)
  })

  it('shows the icon of the project', async () => {
    const icon = 'data:image/svg+xml;base64,PHN2Zy8+'
    await api.database.prisma.project.update({ where: { id: api.project.id }, data: { icon } })
    const page = await open(editor, await urlOf(editor, preview({ link, device: 'iphone' })))
    expect(page.headers['content-security-policy']).toContain('; img-src data:; ')
    expect(page.text).toContain(`src="${icon}"`)
  })

  it('counts nothing and is no export', async () => {
    const entries = () => api.database.prisma.auditEntry.count()
    const before = await entries()
    const body = preview({ code: 'FIRST', link, device: 'iphone' })
    expect((await open(editor, await urlOf(editor, body))).status).toBe(200)
    expect([await entries(), await api.database.prisma.click.count()]).toEqual([before, 0])
  })

  it('is 404 for a visitor who is redirected, and names wrong fields', async () => {
    const redirected = await open(editor, await urlOf(editor, preview({ code: 'FIRST' })))
    expect(outcomeOf(redirected)).toEqual([404, 'not_found'])
    for (const [query, field] of [
      [{ link: '{' }, 'query.link'],
      [{ link: '{"tags":1}' }, 'query.link'],
      [{ code: 'FIRST', device: 'fax' }, 'query.device'],
    ] as const) {
      const answer = await create(editor, preview(query))
      expect([answer.status, Object.keys(answer.body.errors as object)]).toEqual([422, [field]])
    }
    const url = await urlOf(editor, preview({ link: '{"actual_url":"ftp://a.example/"}' }))
    expect((await open(editor, url)).body.errors).toMatchObject({
      'link.actual_url': [expect.any(String)],
    })
  })
})
