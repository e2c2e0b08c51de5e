import { Agent } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { keyedRoutes as routes } from '../src/routes.js'
import { isManagement, nameOf, pathOf, withoutId } from './each-route.js'
import { startTestApi, type TestApi } from './harness.js'
import { share } from './matrix.js'
import type { TestRequest } from './send-request.js'

let api: TestApi
/** Tokens of this project that are no longer valid. */
let expired: string
let revoked: string
/** Connections are kept: there are some thousand calls. */
const agent = new Agent({ keepAlive: true })
beforeAll(async () => {
  api = await startTestApi()
  expired = await api.createToken(api.project, { expiresAt: new Date(Date.now() - 1_000) })
  revoked = await api.createToken(api.project)
  await api.request('DELETE', `/api/project/tokens/${revoked.split('|')[0]}`)
})
afterAll(async () => {
  agent.destroy()
  await api.close()
})

const UNKNOWN_KEY = '00000000-0000-4000-8000-000000000000'
const table = routes.map((route) => [nameOf(route), route] as const)
const managed = table.filter(([, route]) => isManagement(route))
const open = table.filter(([, route]) => !isManagement(route))

const call = (route: (typeof routes)[number], options: TestRequest) =>
  api.request(route.method.toUpperCase(), pathOf(route), { agent, ...options })

function expectUnauthenticated(answer: Awaited<ReturnType<typeof call>>, code: string): void {
  expect([answer.status, answer.body.code]).toEqual([401, code])
  expect(answer.headers['content-type']).toMatch('application/problem+json')
  expect(answer.headers['www-authenticate']).toBe('Bearer')
  expect(answer.body.request_id).toBe(answer.headers['x-request-id'])
}

describe.each(table)('%s', (_name, route) => {
  it('rejects a missing, a malformed and an unknown project key', async () => {
    const unknown = ['x', UNKNOWN_KEY, `${api.project.key} `.repeat(2), `{${api.project.key}}`]
    for (const key of share([null, '', ...unknown], route, 3)) {
      const code = unknown.includes(key ?? '') ? 'unknown_project_key' : 'project_key_required'
      expectUnauthenticated(await call(route, { key }), code)
      expectUnauthenticated(await call(route, { key, token: null }), code)
    }
  })

  it('rejects a wrong token', async () => {
    const [id = '', secret = ''] = api.project.token.split('|')
    const [otherId = ''] = api.otherProject.token.split('|')
    const wrong = {
      token_malformed: ['', 'x', secret, `${id}|`, `0${id}|${secret}`, `99999999999|${secret}`],
      token_unknown: [
        `${id}|${secret.slice(0, -1)}`,
        `${id}|${secret}x`,
        `${id}|${secret.toUpperCase()}`,
        `${otherId}|${secret}`,
        `2147483647|${secret}`,
        // The response does not reveal that another project has this token.
        `${revoked}x`,
        `${expired}x`,
      ],
      token_expired: [expired],
      token_revoked: [revoked],
    }
    for (const [code, tokens] of Object.entries(wrong))
      for (const token of share(tokens, route, 4))
        expectUnauthenticated(await call(route, { token }), code)
    const authorization = `Basic ${Buffer.from(api.project.token).toString('base64')}`
    const basic = await call(route, { token: null, headers: { authorization } })
    expectUnauthenticated(basic, 'token_malformed')
  })

  it("returns nothing to another project's token, with the response for a missing record", async () => {
    const answer = await call(route, { token: api.otherProject.token })
    const missing = await api.request('GET', '/api/webhooks/2147483647')
    expect(answer.status).toBe(404)
    expect(withoutId(answer.body)).toEqual(withoutId(missing.body))
  })
})

describe.each(managed)('%s', (_name, route) => {
  it('requires a token', async () => {
    expectUnauthenticated(await call(route, { token: null }), 'token_required')
  })

  it('requires its ability', async () => {
    const ability = route.access.slice('management:'.length)
    const opposite = ability.endsWith(':read')
      ? ability.replace(':read', ':write')
      : ability.replace(':write', ':read')
    for (const abilities of [[], [opposite], [`${ability}x`], ['nothing:write']]) {
      const token = await api.createToken(api.project, { abilities })
      const answer = await call(route, { token })
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
    }
    const token = await api.createToken(api.project, { abilities: [ability] })
    expect([401, 403]).not.toContain((await call(route, { token })).status)
  })
})

describe.each(open)('%s', (_name, route) => {
  it('accepts a call with only the key, unless its scope is off; a token does not depend on the scope', async () => {
    const { prisma } = api.database
    const where = { id: api.project.id }
    const { sdkScopes } = await prisma.project.findUniqueOrThrow({ where })
    expect([401, 403]).not.toContain((await call(route, { token: null })).status)
    try {
      const without = sdkScopes.filter((scope) => scope !== route.access)
      await prisma.project.update({ where, data: { sdkScopes: without } })
      const answer = await call(route, { token: null })
      if (route.access === 'key') expect([401, 403]).not.toContain(answer.status)
      else expect([answer.status, answer.body.code]).toEqual([403, 'scope_disabled'])
      expect([401, 403]).not.toContain((await call(route, {})).status)
    } finally {
      await prisma.project.update({ where, data: { sdkScopes } })
    }
  })
})

describe.each(open.filter(([, route]) => route.access !== 'key'))('%s', (_name, route) => {
  const ability = route.access === 'attribution' ? '*' : route.access

  it('requires the ability of its scope if a token is sent', async () => {
    const opposite = ability.endsWith(':read')
      ? ability.replace(':read', ':write')
      : ability.replace(':write', ':read')
    const others = [[], ['webhooks:read'], ...(ability === '*' ? [] : [[opposite]])]
    for (const abilities of others) {
      const token = await api.createToken(api.project, { abilities })
      const answer = await call(route, { token })
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
    }
    const token = await api.createToken(api.project, { abilities: [ability] })
    expect([401, 403]).not.toContain((await call(route, { token })).status)
  })
})

describe('a token with few abilities', () => {
  it('deletes no campaign, and creates no link that the project key may not', async () => {
    const { prisma } = api.database
    const campaign = await prisma.campaign.create({
      data: { projectId: api.project.id, name: 'Spring' },
    })
    const token = await api.createToken(api.project, { abilities: ['webhooks:read'] })
    const deleted = await api.request('DELETE', `/api/campaigns/${campaign.id}`, { token })
    const body = { actual_url: 'https://elsewhere.example/', code: 'elsewhere' }
    const made = await api.request('POST', '/api/links', { token, body })
    expect([deleted.status, made.status]).toEqual([403, 403])
    const where = { id: campaign.id }
    expect(await prisma.campaign.findUniqueOrThrow({ where })).toMatchObject({ deletedAt: null })
    expect(await prisma.link.count({ where: { code: 'elsewhere' } })).toBe(0)
    expect((await api.request('GET', '/api/projects/link-domains', { token })).status).toBe(200)
  })
})

describe('a missing record', () => {
  const readers = table.filter(([, route]) =>
    Object.values(route.params ?? {}).some((kind) => kind !== 'text'),
  )
  it.each(readers.filter(([, { method }]) => method === 'get' || method === 'delete'))(
    'gets the same message from %s',
    async (_name, route) => {
      const answer = await call(route, {})
      const missing = await api.request('GET', '/api/webhooks/2147483647')
      expect(withoutId(answer.body)).toEqual(withoutId(missing.body))
    },
  )
})

describe('an admin token', () => {
  it('records its last use, at most once a minute', async () => {
    const token = await api.createToken(api.project)
    const id = Number(token.split('|')[0])
    const used = async () =>
      (await api.database.prisma.adminToken.findUniqueOrThrow({ where: { id } })).lastUsedAt
    expect(await used()).toBeNull()
    await api.request('GET', '/api/webhooks', { token })
    const first = await used()
    expect(first).toBeInstanceOf(Date)
    await api.request('GET', '/api/webhooks', { token })
    expect(await used()).toEqual(first)
    const before = new Date(Date.now() - 61_000)
    await api.database.prisma.adminToken.update({ where: { id }, data: { lastUsedAt: before } })
    await api.request('GET', '/api/webhooks', { token })
    expect((await used())?.getTime()).toBeGreaterThan(before.getTime())
  })

  it('is stored only as a hash, and never logged', async () => {
    const [, secret = ''] = api.project.token.split('|')
    const tokens = await api.database.prisma.adminToken.findMany()
    expect(JSON.stringify(tokens)).not.toContain(secret)
    expect(api.logs.text()).not.toContain(secret)
  })
})
