import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { effectiveFile } from '@throughline/core/association/effective-file'
import { parseAllowNets } from '@throughline/core/net/allow-nets'
import { issueCertificate, makeCertificateAuthority } from '@throughline/testkit/certificates'
import { startReceiver, type Receiver, type Respond } from '@throughline/testkit/receiver'
import { createHostFiles, type HostFiles } from '../src/infra/host-files.js'
import { startTestApi, type TestApi } from './harness.js'

const PUBLIC_HOST = 'api.service.test'
const OWN = 'acme.links.service.test'
const OTHER = 'other.links.service.test'
const [CUSTOM, INSIDE, PENDING, FOREIGN] = [
  'go.acme.test',
  'in.acme.test',
  'new.acme.test',
  'go.other.test',
]
const METADATA = 'meta.acme.test'
/** The receiver listens on 127.0.0.1. */
const ADDRESSES: Readonly<Record<string, string>> = {
  [PUBLIC_HOST]: '127.0.0.3',
  [OWN]: '127.0.0.1',
  [OTHER]: '127.0.0.1',
  [CUSTOM]: '127.0.0.1',
  [INSIDE]: '127.0.0.1',
  [METADATA]: '169.254.169.254',
}

const APPS = {
  android: [
    {
      package_name: 'com.acme.shop',
      sha256_cert_fingerprints: [Array.from({ length: 32 }, () => 'AB').join(':')],
    },
  ],
  ios: [{ team_id: 'ABCDE12345', bundle_id: 'com.acme.shop' }],
}
const FILES = { apps: APPS, assetLinks: null, appSiteAssociation: null }
const ASSET_LINKS = effectiveFile('asset-links', FILES).text ?? ''
const APPLE = effectiveFile('app-site-association', FILES).text ?? ''
const JSON_TYPE = { 'Content-Type': 'application/json' }
const servedWell: Respond = ({ path }) => ({
  status: 200,
  headers: JSON_TYPE,
  body: path.endsWith('assetlinks.json') ? ASSET_LINKS : APPLE,
})

let host: Receiver
let api: TestApi
/** Without DELIVERY_ALLOW_NETS. */
let strict: HostFiles

beforeAll(async () => {
  const authority = await makeCertificateAuthority()
  const hosts = [OWN, OTHER, CUSTOM, INSIDE, METADATA]
  host = await startReceiver({ tls: await issueCertificate(authority, { hosts }) })
  const env = {
    PUBLIC_URL: `https://${PUBLIC_HOST}`,
    LINK_BASE_HOST: `links.service.test:${host.port}`,
  }
  const filesWith = (nets: string) =>
    createHostFiles(
      {
        publicUrl: env.PUBLIC_URL,
        linkBaseHost: env.LINK_BASE_HOST,
        delivery: { allowNets: parseAllowNets(nets) },
      },
      {
        ca: [authority.certPem],
        resolve: (name) => {
          const address = ADDRESSES[name]
          return address === undefined
            ? Promise.reject(Object.assign(new Error(name), { code: 'ENOTFOUND' }))
            : Promise.resolve([address])
        },
      },
    )
  strict = filesWith('')
  api = await startTestApi({ env, overrides: { hostFiles: filesWith('127.0.0.1/32') } })
  const provedAt = new Date()
  await api.database.prisma.domain.createMany({
    data: [
      ...[CUSTOM, INSIDE, METADATA].map((name) => ({
        host: name,
        projectId: api.project.id,
        provedAt,
      })),
      { host: PENDING, projectId: api.project.id },
      { host: FOREIGN, projectId: api.otherProject.id, provedAt },
    ],
  })
  await api.database.prisma.project.update({
    where: { id: api.project.id },
    data: { apps: APPS },
  })
})
afterAll(async () => {
  await api.close()
  await host.close()
})
beforeEach(() => host.respondWith(servedWell))

const read = (name: string, options: object = {}) =>
  api.request('GET', `/api/project/association-files?host=${encodeURIComponent(name)}`, {
    host: PUBLIC_HOST,
    ...options,
  })
interface File {
  problem: { code: string; message: string } | null
}
const filesOf = (answer: Awaited<ReturnType<typeof read>>) => answer.body['files'] as File[]

describe.each([
  ['the link host', OWN],
  ['a proved domain', CUSTOM],
])('%s', (_what, name) => {
  it('has both files as phones get them', async () => {
    const { status, body } = await read(name)
    const origin = `https://${name}:${host.port}/.well-known`
    const fine = { ok: true, problem: null, status: 200, differences: [] }
    expect([status, body]).toEqual([
      200,
      {
        host: name,
        checked_at: expect.stringMatching(/\.\d{6}Z$/),
        files: [
          { kind: 'asset-links', url: `${origin}/assetlinks.json`, file: ASSET_LINKS, ...fine },
          {
            kind: 'app-site-association',
            url: `${origin}/apple-app-site-association`,
            file: APPLE,
            ...fine,
          },
        ],
      },
    ])
  })
})

it('accepts the host as links show it, with its port and in capitals', async () => {
  const { status, body } = await read(`ACME.links.service.test:${host.port}`)
  expect([status, body['host']]).toEqual([200, OWN])
})

it('says in words how a file differs from the stored one', async () => {
  const body = ASSET_LINKS.replace('com.acme.shop', 'com.acme.old')
  host.respondWith(() => ({ status: 200, headers: JSON_TYPE, body }))
  const [android, ios] = filesOf(await read(OWN))
  expect(android).toMatchObject({
    ok: false,
    problem: { code: 'content', message: expect.stringContaining('not the file of this project') },
    file: body,
    differences: ['com.acme.shop is missing on the host.', 'com.acme.old is only on the host.'],
  })
  expect(ios).toMatchObject({
    differences: ['ABCDE12345.com.acme.shop is missing on the host.'],
  })
})

it.each<[code: string, respond: Respond, status: number | null]>([
  ['redirect', () => ({ status: 301, headers: { Location: 'https://www.acme.test/' } }), 301],
  ['status', () => ({ status: 404 }), 404],
  ['content_type', () => ({ status: 200, headers: { 'Content-Type': 'text/html' } }), 200],
  ['unreachable', () => 'reset', null],
])('reports the problem %s', async (code, respond, status) => {
  host.respondWith(respond)
  const files = filesOf(await read(OWN))
  const problem = { code, message: expect.any(String) }
  expect(files).toMatchObject([
    { ok: false, status, problem },
    { ok: false, status, problem },
  ])
})

it('cuts a long body after the comparison', async () => {
  host.respondWith(() => ({ status: 200, headers: JSON_TYPE, body: ASSET_LINKS.padEnd(300_000) }))
  const [android] = filesOf(await read(OWN))
  expect(android).toMatchObject({
    file: ASSET_LINKS.padEnd(131_072),
    differences: ['Only spaces, line breaks or the order of keys differ.'],
  })
})

it('expects a 404 for a file that the project does not have', async () => {
  const { key, token } = api.otherProject
  host.respondWith(() => ({ status: 404 }))
  const fine = { ok: true, problem: null, status: 404, file: null, differences: [] }
  expect(filesOf(await read(OTHER, { key, token }))).toMatchObject([fine, fine])
  host.respondWith(servedWell)
  const stale = { ok: false, problem: { code: 'content' }, differences: [] }
  expect(filesOf(await read(OTHER, { key, token }))).toMatchObject([stale, stale])
})

describe('a host that may not be requested', () => {
  const before = () => host.requests.length

  it.each([
    ['a pending domain', PENDING],
    ['the domain of another project', FOREIGN],
    ['the link host of another project', OTHER],
    ['PUBLIC_URL', PUBLIC_HOST],
    ['an address', '127.0.0.1'],
    ['localhost', 'localhost'],
    ['a URL', `https://${OWN}/`],
  ])('is %s', async (_what, name) => {
    const count = before()
    const { status, body } = await read(name)
    expect([status, Object.keys(body['errors'] as object)]).toEqual([422, ['host']])
    expect(host.requests).toHaveLength(count)
  })

  it.each([
    [INSIDE, 'it leads to 127.0.0.1, which is not allowed'],
    [METADATA, 'it leads to 169.254.169.254, which is not allowed'],
  ])('is %s, because of its address', async (name, message) => {
    const count = before()
    const [fetched] = await strict.fetch([
      `https://${name}:${host.port}/.well-known/assetlinks.json`,
    ])
    expect(fetched).toEqual({ failure: expect.stringContaining(message) })
    expect(host.requests).toHaveLength(count)
  })
})

it('requests at most eight hosts at a time', async () => {
  const open: ServerResponse[] = []
  host.respondWith(() => (response) => void open.push(response))
  const count = host.requests.length
  const waiting = Array.from({ length: 8 }, () => read(OWN))
  await host.waitForRequests(count + 16)
  const { status, body, headers } = await read(CUSTOM)
  expect([status, body['code'], headers['retry-after']]).toEqual([503, 'overloaded', '5'])
  for (const response of open) response.writeHead(404).end()
  const late = await Promise.all(waiting)
  expect(late.map((answer) => answer.status)).toEqual(late.map(() => 200))
  host.respondWith(servedWell)
  expect((await read(CUSTOM)).status).toBe(200)
})

it('rejects other methods', async () => {
  const { status, headers } = await api.request('POST', '/api/project/association-files', {
    host: PUBLIC_HOST,
    body: {},
  })
  expect([status, headers['allow']]).toEqual([405, 'GET, HEAD'])
})
