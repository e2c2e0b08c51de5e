import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { docsPath } from '../src/http/problem.js'
import { operationIdOf } from '../src/http/route.js'
import { routes } from '../src/routes.js'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const WEBHOOK = { url: 'https://hooks.example.com/', events: ['install_attributed'] }
const JSON_TYPE = { 'content-type': 'application/json' }

describe('a wrong body', () => {
  it('reports every wrong field with its path, the allowed values and the received value', async () => {
    const body = { url: 'http://hooks.example.com/', events: ['install', 7], is_active: 'yes' }
    const answer = await api.request('POST', '/api/webhooks', { body })
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      {
        url: ['Use https; plain http is not allowed.'],
        events: [
          'events[0] must be install_attributed; received "install"',
          'events[1] must be install_attributed; received 7',
        ],
        is_active: ['must be true or false; received "yes"'],
      },
    ])
    expect(answer.body.detail).toContain('events[0] must be install_attributed')
    expect(answer.body.docs).toBe(`${api.url}/docs#/Webhooks/postWebhooks`)
  })

  it.each([
    [{}, 'url is required: a string; events is required: an array.'],
    [{ ...WEBHOOK, url: 5 }, 'url must be a string; received 5.'],
    [
      { ...WEBHOOK, events: [] },
      'events must name at least one event; received an array of 0 entries.',
    ],
    [[], 'body must be an object; received an array of 0 entries.'],
    [{ ...WEBHOOK, is_active: {} }, 'is_active must be true or false; received an object.'],
  ])('%j: %s', async (body, detail) => {
    const answer = await api.request('POST', '/api/webhooks', { body })
    expect([answer.status, answer.body.detail]).toEqual([422, detail])
  })

  it('shortens the received value', async () => {
    const body = { ...WEBHOOK, events: ['x'.repeat(1_000)] }
    const answer = await api.request('POST', '/api/webhooks', { body })
    expect(answer.body.detail).toContain('… (1000 characters)')
    expect(answer.text.length).toBeLessThan(1_000)
  })

  it('reports the index of the link in a bulk call', async () => {
    const links = [{ actual_url: 'https://example.com/' }, { actual_url: 5, tags: ['a', ''] }]
    const answer = await api.request('POST', '/api/links/bulk', { body: { links } })
    expect(answer.body.errors).toEqual({
      'links.1.actual_url': ['must be a string; received 5'],
      'links.1.tags': ['links[1].tags[1] must not be empty; received ""'],
    })
  })

  it('reports errors of schema and settings together', async () => {
    const body = {
      sdk_writes: 'none',
      allowed_destinations: ['example.com', 'https://x.com/', 'a b'],
      icon: 'https://example.com/i.png',
    }
    const both = await api.request('PUT', '/api/project', { body })
    expect([both.status, Object.keys(both.body.errors)]).toEqual([
      422,
      ['sdk_writes', 'allowed_destinations', 'icon'],
    ])
    expect(both.body.errors.allowed_destinations).toEqual([
      expect.stringMatching(/^allowed_destinations\[1\] "https:\/\/x\.com\/": Use a host/),
      expect.stringMatching(/^allowed_destinations\[2\] "a b": Use a host/),
    ])
    const privacy = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`b${at}`, at]))
    await api.request('PUT', '/api/project', { body: { privacy: { a: 1 } } })
    const rules = await api.request('PUT', '/api/project', { body: { icon: 'x', privacy } })
    expect([rules.status, Object.keys(rules.body.errors)]).toEqual([422, ['icon', 'privacy']])
  })

  it('reports errors of schema and rules of a link together', async () => {
    const body = {
      actual_url: 'ftp://example.com/',
      ios_url: 7,
      social_image: 'x',
      campaign_id: 2_000_000_000,
      code: 'a b',
      name: '',
    }
    const created = await api.request('POST', '/api/links', { body })
    const ofRules = ['actual_url', 'campaign_id', 'code', 'social_image']
    expect([created.status, Object.keys(created.body.errors).sort()]).toEqual([
      422,
      [...ofRules, 'ios_url', 'name'].sort(),
    ])
    const link = await api.request('POST', '/api/links', {
      body: { actual_url: 'https://example.com/' },
    })
    const changed = await api.request('PUT', `/api/links/${link.body.code}`, {
      body: { ...body, actual_url: null, fallback_url: 'x' },
    })
    expect([changed.status, Object.keys(changed.body.errors).sort()]).toEqual([
      422,
      ['campaign_id', 'code', 'fallback_url', 'ios_url', 'name', 'social_image'],
    ])
    const coded = await api.request('PUT', `/api/links/${link.body.code}`, {
      body: { code: 'other', actual_url: 'x' },
    })
    expect(Object.keys(coded.body.errors).sort()).toEqual(['actual_url', 'code'])
  })

  it.each([
    [{ name: 5 }, ['actual_url', 'name']],
    // The schema rejects the field that could be the destination.
    [{ fallback_url: 5 }, ['fallback_url']],
    [{ actual_url: 5 }, ['actual_url']],
  ])('requires a destination of %j only if none is given', async (body, fields) => {
    const answer = await api.request('POST', '/api/links', { body })
    expect([answer.status, Object.keys(answer.body.errors).sort()]).toEqual([422, fields])
  })

  it('reports errors of schema and rules of many links together', async () => {
    const links = [{ actual_url: 'x', name: 5 }, { code: 'same', url: 5 }, { code: 'same' }]
    const answer = await api.request('POST', '/api/links/bulk', { body: { links } })
    expect([answer.status, Object.keys(answer.body.errors).sort()]).toEqual([
      422,
      ['links.0.actual_url', 'links.0.name', 'links.1.url', 'links.2.actual_url', 'links.2.code'],
    ])
    const tooMany = { links: Array.from({ length: 101 }, () => ({ actual_url: 'x' })) }
    const refused = await api.request('POST', '/api/links/bulk', { body: tooMany })
    expect(Object.keys(refused.body.errors)).toEqual(['links'])
  })

  it('names the parameters that a list accepts', async () => {
    const answer = await api.request('GET', '/api/webhooks?limitt=1')
    const text = 'is not a parameter of this route; it takes limit, cursor'
    expect(answer.body.errors).toEqual({ limitt: [text] })
  })

  it('has line and column if it is not JSON', async () => {
    const rawBody =
      '{\n  "url": "https://hooks.example.com/",\n  "events": ["install_attributed"],\n}'
    const answer = await api.request('POST', '/api/webhooks', { rawBody, headers: JSON_TYPE })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_json'])
    expect(answer.body.detail).toBe(
      'This is not valid JSON (line 4, column 1). A comma precedes a closing bracket; remove it.',
    )
  })

  it('names the content type that was sent', async () => {
    const headers = { 'content-type': 'text/plain' }
    const answer = await api.request('POST', '/api/webhooks', { rawBody: '{}', headers })
    expect(answer.body.detail).toMatch(/^Content-Type is text\/plain\. Send the body as/)
  })
})

describe('wrong credentials', () => {
  const read = (options: object) => api.request('GET', '/api/webhooks', options)

  it('says that the project id is not the project key', async () => {
    const answer = await read({ key: api.project.id })
    expect(answer.body).toMatchObject({
      code: 'unknown_project_key',
      detail: expect.stringContaining('contains a project id'),
    })
  })

  it.each([
    ['', 'project_key_required', 'missing or empty'],
    ['my-key', 'unknown_project_key', 'must be a UUID'],
    ['3|hush', 'unknown_project_key', 'contains an admin token'],
    ['00000000-0000-4000-8000-000000000000', 'unknown_project_key', 'No project has this key'],
  ])('explains the key %j by %s', async (key, code, words) => {
    const answer = await read({ key })
    expect([answer.status, answer.body.code]).toEqual([401, code])
    expect(answer.body.detail).toContain(words)
    expect(answer.text).not.toContain('hush')
  })

  it.each([
    [(token: string) => token, 'without "Bearer " before it'],
    [(token: string) => `Basic ${token}`, 'not with another scheme'],
    [() => 'Bearer 00000000-0000-4000-8000-000000000000', 'UUID instead of an admin token'],
    [(token: string) => `Bearer ${token.replace('|', '')}`, 'Put the header in quotes'],
    [() => 'Bearer ', 'no token after'],
  ])('explains a malformed Authorization, case %#', async (authorizationOf, words) => {
    const authorization = authorizationOf(api.project.token)
    const answer = await read({ token: null, headers: { authorization } })
    expect([answer.status, answer.body.code]).toEqual([401, 'token_malformed'])
    expect(answer.body.detail).toContain(words)
    expect(answer.text).not.toContain(api.project.token.split('|')[1])
  })

  it('says since when a token is expired', async () => {
    const expiresAt = new Date(Date.now() - 60_000)
    const token = await api.createToken(api.project, { expiresAt })
    const answer = await read({ token })
    expect(answer.body.detail).toContain(`expired at ${expiresAt.toISOString()}`)
    expect(answer.body.detail).toContain('POST /api/project/tokens')
  })

  it('names the ability that a token lacks, and those that it has', async () => {
    const token = await api.createToken(api.project, { abilities: ['links:read'] })
    const answer = await read({ token })
    expect(answer.body.detail).toContain('lacks the ability webhooks:read; it has links:read')
  })
})

describe('a wrong address', () => {
  it('says that metrics are off', async () => {
    const answer = await api.request('GET', '/metrics')
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    expect(answer.body.detail).toContain('set METRICS_TOKEN')
  })

  it('explains an unknown host', async () => {
    const answer = await api.request('GET', '/api/webhooks', { host: 'elsewhere.example' })
    expect(answer.body).toMatchObject({ code: 'unknown_host' })
    expect(answer.body.detail).toContain(api.url)
    expect(answer.body.detail).toContain('Host header')
  })
})

describe('the documentation of an error', () => {
  const source = readFileSync(new URL('../src/http/problem.ts', import.meta.url), 'utf8')
  const codes = [...source.matchAll(/^ {2}(\w+): \d{3},$/gm)].map(([, code]) => code ?? '')
  const all = [...codes, 'bad_request', 'headers_too_large']

  it('is a heading of the page of errors, for exactly the existing codes', async () => {
    const page = await api.request('GET', '/docs/guides/errors')
    expect(page.status).toBe(200)
    const headings = [...page.text.matchAll(/<h3 id="(\w+)">/g)].map(([, id]) => id)
    expect(headings.sort()).toEqual(all.sort())
  })

  it('is the operation of the API reference for a wrong request', () => {
    for (const route of routes) {
      const link = `/docs#/${route.tag.replaceAll(' ', '%20')}/${operationIdOf(route)}`
      expect(docsPath('validation_failed', route)).toBe(link)
      expect(docsPath('not_found', route)).toBe('/docs/guides/errors#not_found')
    }
  })
})
