import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { notifyProjectChange } from '@throughline/db/links/link-changes'
import { findProjectByDomain, findProjectByPrefix } from '@throughline/db/projects/projects'
import { waitFor } from '@throughline/testkit/wait-for'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await api.database.prisma.domain.create({
    data: { projectId: api.project.id, host: 'go.acme.com', provedAt: new Date() },
  })
  await api.database.prisma.domain.create({
    data: { projectId: api.project.id, host: 'not-yet.acme.com' },
  })
})
afterAll(() => api.close())

const KEY = Array.from({ length: 32 }, () => 'AB').join(':')
const APPS = {
  android: [{ package_name: 'com.acme.shop', sha256_cert_fingerprints: [KEY] }],
  ios: [{ team_id: '9JA89QQLNQ', bundle_id: 'com.acme.shop' }],
}
const PASTED = '{ "webcredentials":\t{"apps": ["9JA89QQLNQ.com.acme.shop"]}}\r\n'
const ASSET_LINKS = '/.well-known/assetlinks.json'
const APPLE = '/.well-known/apple-app-site-association'
const PATHS = [ASSET_LINKS, APPLE, '/apple-app-site-association']

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  api.visit(method, path, { headers })
const put = (name: string, body: unknown) => api.request('PUT', `/api/project/${name}`, { body })

/** Every process applies a change within a second; this waits for it. */
async function untilServed(path: string, status: number) {
  await waitFor(async () => (await get(path)).status === status, {
    what: `${path} to be ${status}`,
  })
}

beforeEach(async () => {
  await put('app-site-association', null)
  await put('apps', APPS)
  for (const path of [ASSET_LINKS, APPLE]) await untilServed(path, 200)
})

describe.each(PATHS)('%s', (path) => {
  it('is generated from the apps, as cacheable JSON, without a redirect', async () => {
    const answer = await get(path)
    const kind = path === ASSET_LINKS ? 'asset-links' : 'app-site-association'
    const { body } = await api.request('GET', `/api/project/${kind}`)
    expect([answer.status, answer.text]).toEqual([200, body.file])
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'public, max-age=300',
      'content-length': String(Buffer.byteLength(answer.text)),
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
    })
    expect(answer.headers.location).toBeUndefined()
  })

  it('responds to HEAD without the body, and 304 to a matching ETag', async () => {
    const whole = await get(path)
    const etag = whole.headers.etag ?? ''
    const head = await get(path, {}, 'HEAD')
    expect([head.status, head.text]).toEqual([200, ''])
    expect(head.headers).toMatchObject({ etag, 'content-length': whole.headers['content-length'] })
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const answer = await get(path, { 'if-none-match': known })
      expect([known, answer.status, answer.text]).toEqual([known, 304, ''])
      expect(answer.headers).toMatchObject({ etag, 'cache-control': 'public, max-age=300' })
      expect(answer.headers['content-type']).toBeUndefined()
      expect(answer.headers['content-length']).toBeUndefined()
    }
    for (const other of ['"x"', etag.slice(1, -1), ''])
      expect((await get(path, { 'if-none-match': other })).status).toBe(200)
  })

  it('allows only GET and HEAD', async () => {
    const answer = await get(path, {}, 'POST')
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  it('returns 404 for a project without apps, for an unproved host, and at PUBLIC_URL', async () => {
    for (const host of [api.otherProject.linkHost, 'not-yet.acme.com']) {
      const answer = await api.visit('GET', path, { host })
      expect([host, answer.status]).toEqual([host, 404])
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    expect((await api.request('GET', path)).status).toBe(404)
  })
})

it('is the same on a custom domain, ignoring port and case', async () => {
  const own = await get(APPLE)
  for (const host of ['go.acme.com', 'GO.acme.com:8443']) {
    const answer = await api.visit('GET', APPLE, { host })
    expect([host, answer.status, answer.text]).toEqual([host, 200, own.text])
  }
})

it('is the uploaded file byte for byte, with its own ETag, and counts no click', async () => {
  const made = await get(APPLE)
  await api.request('PUT', '/api/project/app-site-association', {
    rawBody: PASTED,
    headers: { 'content-type': 'application/json' },
  })
  const isNew = async () => (await get(APPLE)).headers.etag !== made.headers.etag
  await waitFor(isNew, { what: 'the pasted file' })
  const answer = await get(APPLE)
  expect([answer.status, answer.text]).toEqual([200, PASTED])
  expect(await api.database.prisma.click.count()).toBe(0)
})

it('is cached with its ETag until the project changes, and no other call reads it', async () => {
  const made = await get(APPLE)
  const where = { id: api.project.id }
  await api.database.prisma.project.update({ where, data: { appSiteAssociation: PASTED } })
  expect((await get(APPLE)).headers.etag).toBe(made.headers.etag)
  await notifyProjectChange(api.database.prisma, api.project.id)
  await waitFor(async () => (await get(APPLE)).text === PASTED, { what: 'the pasted file' })

  const project = await findProjectByPrefix(api.database.prisma, api.project.prefix)
  const domain = await findProjectByDomain(api.database.prisma, 'go.acme.com')
  const keyed = await api.ctx.projectKeys.add(api.project.key)
  for (const record of [project, domain, keyed]) {
    expect(record?.id).toBe(api.project.id)
    expect(record).not.toHaveProperty('assetLinks')
    expect(record).not.toHaveProperty('appSiteAssociation')
  }
})

it('is removed with its apps', async () => {
  await put('apps', { android: [], ios: [] })
  for (const path of [ASSET_LINKS, APPLE]) await untilServed(path, 404)
})
