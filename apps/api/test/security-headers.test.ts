import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startTestApi, type TestApi } from './harness.js'

const HOST = 'api.throughline.test'

let api: TestApi
let secure: TestApi
beforeAll(async () => {
  api = await startTestApi()
  secure = await startTestApi({
    env: { PUBLIC_URL: `https://${HOST}`, LINK_BASE_HOST: HOST, NODE_ENV: 'production' },
  })
})
afterAll(async () => {
  await api.close()
  await secure.close()
})

describe('a JSON response', () => {
  it.each([
    ['of a record', '/api/webhooks', 200],
    ['of a refusal', '/api/webhooks/1', 404],
    ['of the OpenAPI document', '/openapi.json', 200],
  ])('%s says nosniff', async (_what, path, status) => {
    const answer = await api.request('GET', path)
    expect(answer.status).toBe(status)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.headers['x-powered-by']).toBeUndefined()
  })

  it('has nosniff on a link host, an unknown host and without a readable request', async () => {
    await api.request('PUT', '/api/project/apps', {
      body: { ios: [{ team_id: 'A1B2C3D4E5', bundle_id: 'com.acme.app' }], android: [] },
    })
    const file = await api.visit('GET', '/.well-known/apple-app-site-association')
    const problem = await api.visit('GET', '/none')
    const stranger = await api.visit('GET', '/', { host: 'stranger.example' })
    expect([file.status, problem.status, stranger.status]).toEqual([200, 404, 404])
    for (const { headers } of [file, problem, stranger])
      expect(headers['x-content-type-options']).toBe('nosniff')
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
    socket.write('nonsense\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [^]*X-Content-Type-Options: nosniff\r\n/)
  })
})

describe('Strict-Transport-Security', () => {
  const ofPublic = (path: string) => secure.request('GET', path, { host: HOST })

  it('covers only the host of an https PUBLIC_URL', async () => {
    for (const path of ['/api/webhooks', '/docs', '/livez', '/nothing'])
      expect([path, (await ofPublic(path)).headers['strict-transport-security']]).toEqual([
        path,
        'max-age=31536000',
      ])
  })

  it('is absent on link hosts, unknown hosts and their health checks', async () => {
    for (const host of [`acme.${HOST}`, 'stranger.example'])
      for (const path of ['/', '/none', '/livez', '/readyz', '/robots.txt'])
        expect(
          (await secure.visit('GET', path, { host })).headers['strict-transport-security'],
        ).toBeUndefined()
  })

  it('is absent if PUBLIC_URL is http', async () => {
    const { headers } = await api.request('GET', '/api/webhooks')
    expect(headers['strict-transport-security']).toBeUndefined()
  })
})

describe('Content-Security-Policy', () => {
  it('is set per page: the reference has one, JSON has none', async () => {
    const page = await api.request('GET', '/docs')
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    const record = await api.request('GET', '/api/webhooks')
    expect(record.headers['content-security-policy']).toBeUndefined()
  })
})

describe('a host that is neither the API nor a link host', () => {
  it('gets the name of both outside production', async () => {
    const answer = await api.visit('GET', '/CODE123', { host: 'stranger.example' })
    expect([answer.status, answer.body.code]).toEqual([404, 'unknown_host'])
    expect(answer.body.detail).toContain(api.url)
    expect(answer.body.detail).toContain('{prefix}.links.test')
  })

  it('gets the name of neither in production', async () => {
    const answer = await secure.visit('GET', '/CODE123', { host: 'stranger.example' })
    expect([answer.status, answer.body.code]).toEqual([404, 'unknown_host'])
    expect(answer.text).not.toContain(HOST)
  })

  it('differs from the code of a missing path on a served host', async () => {
    for (const host of [new URL(api.url).host, api.project.linkHost])
      expect((await api.visit('GET', '/a/b/c', { host })).body.code).toBe('not_found')
  })
})
