import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { effectiveFile } from '@throughline/core/association/effective-file'
import { openDatabase, type Database } from '@throughline/db/connection/database'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { checkAssociation } from '../src/commands/check-association.js'
import type { ResolveHost } from '@throughline/runtime/host-reach'
import { createHostReach } from '../src/commands/host-reach.js'
import { BOUNDS } from '../src/commands/check-hosts.js'
import type { CliConfig } from '../src/config.js'

const APPS = {
  android: [
    {
      package_name: 'com.acme.shop',
      sha256_cert_fingerprints: ['AB', 'CD', 'EF', '01'].map((byte) =>
        Array(32).fill(byte).join(':'),
      ),
    },
  ],
  ios: [{ team_id: '9JA89QQLNQ', bundle_id: 'com.acme.shop' }],
}
const FILES = { apps: APPS, assetLinks: null, appSiteAssociation: null }
const ASSET_LINKS = effectiveFile('asset-links', FILES).text ?? ''
const APPLE = effectiveFile('app-site-association', FILES).text ?? ''
const APPLE_PATH = '/.well-known/apple-app-site-association'
const JSON_TYPE = { 'Content-Type': 'application/json' }

type Handler = (request: IncomingMessage, response: ServerResponse) => void
const wellServed: Handler = ({ url }, response) => {
  response.writeHead(200, JSON_TYPE).end(url === APPLE_PATH ? APPLE : ASSET_LINKS)
}

let testDatabase: TestDatabase
let database: Database
let handler: Handler = wellServed
/** By default no name resolves. */
const nowhere: ResolveHost = () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }))
let resolve = nowhere
const server = createServer((request, response) => handler(request, response))
let port: number

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ url: testDatabase.url, poolMax: 1 })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await database.close()
  await testDatabase.drop()
})

/** A project whose custom domain resolves to this machine, and whose own host does not resolve. */
beforeEach(async () => {
  handler = wellServed
  resolve = nowhere
  await database.prisma.project.create({
    data: {
      name: 'Acme',
      prefix: 'acme',
      apps: APPS,
      domains: {
        create: [{ host: '127.0.0.1', provedAt: new Date() }, { host: 'not-proved.test' }],
      },
    },
  })
})
afterEach(() => database.prisma.project.deleteMany())

const look = () => {
  const publicUrl = `http://127.0.0.1:${port}`
  const linkBaseHost = `links.invalid:${port}`
  const config = { publicUrl, linkBaseHost, allowNets: [] } as unknown as CliConfig
  const reach = createHostReach(config, { resolve: (host) => resolve(host) })
  return checkAssociation({ config, database }, reach)
}
/** The findings about the custom domain. */
const ofDomain = async () =>
  (await look())
    .filter(({ detail }) => detail.includes('//127.0.0.1'))
    .map(({ ok, detail }) => [ok, detail])

const links = () => `http://127.0.0.1:${port}/.well-known/assetlinks.json`
const apple = () => `http://127.0.0.1:${port}${APPLE_PATH}`

describe('the files of a host', () => {
  it('are valid if they are served unchanged; a host without a DNS name is reported separately', async () => {
    const [summary, ...others] = await look()
    expect(summary).toEqual({
      check: 'app files',
      ok: true,
      detail: '2 served correctly; but over http, and phones use only https',
    })
    expect(others.map(({ ok, detail }) => [ok, detail])).toEqual(
      ['/.well-known/assetlinks.json', APPLE_PATH].map((path) => [
        false,
        expect.stringMatching(
          `^http://acme\\.links\\.invalid:${port}${path}: its name does not resolve; create a DNS record`,
        ),
      ]),
    )
  })

  const answers: [what: string, handler: Handler, words: string][] = [
    [
      'redirects',
      (_request, response) => response.writeHead(301, { Location: 'https://www.acme.com/' }).end(),
      'it redirects to https://www.acme.com/, which neither platform follows',
    ],
    ['a missing file', (_request, response) => response.writeHead(404).end(), 'it returns 404'],
    [
      'another type',
      (_request, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>'),
      'its type is text/html, not application/json',
    ],
    [
      'another file',
      (_request, response) => response.writeHead(200, JSON_TYPE).end('[]'),
      'it is not the file of this project',
    ],
    [
      'a file that is too large',
      (_request, response) => response.writeHead(200, JSON_TYPE).end(Buffer.alloc(9_000_000, ' ')),
      'it is not the file of this project',
    ],
    ['a connection that is cut', (request) => request.socket.destroy(), 'it cannot be reached'],
  ]
  it.each(answers)('are reported by %s', async (_what, bad, words) => {
    handler = bad
    expect(await ofDomain()).toEqual([
      [false, expect.stringContaining(`${links()}: ${words}`)],
      [false, expect.stringContaining(`${apple()}: ${words}`)],
    ])
  })
})

it('reports what the rules of its platform say about a pasted file', async () => {
  const file = '{"applinks": {"details": [{"appIDs": ["com.acme.shop"], "components": []}]}}'
  await database.prisma.project.updateMany({ data: { appSiteAssociation: file } })
  expect(await look()).toEqual(
    expect.arrayContaining([
      {
        check: 'app files',
        ok: false,
        detail: expect.stringMatching(
          /^acme, app-site-association, applinks\.details\[0\]\.appIDs\[0\]: app_id_without_team: /,
        ),
      },
      { check: 'app files', ok: true, detail: expect.stringContaining('matches_nothing') },
    ]),
  )
})

it('sends no request for a project without apps', async () => {
  await database.prisma.project.updateMany({ data: { apps: { android: [], ios: [] } } })
  expect(await look()).toEqual([{ check: 'app files', ok: true, detail: 'no project has apps' }])
})

describe('the host of a customer', () => {
  const HOST = 'go.acme.com'
  const leadTo = (...addresses: string[]) => {
    resolve = (host) => (host === HOST ? Promise.resolve(addresses) : nowhere(host))
  }
  const ofHost = async () =>
    (await look()).filter(({ detail }) => detail.includes(HOST)).map(({ detail }) => detail)

  beforeEach(async () => {
    await database.prisma.domain.updateMany({
      where: { host: '127.0.0.1' },
      data: { host: HOST },
    })
    handler = () => {
      throw new Error('nothing may be asked')
    }
  })

  it.each(['10.0.0.7', '169.254.169.254', '127.0.0.2', '::1', 'fd00::7'])(
    'gets no request if it resolves to %s',
    async (address) => {
      leadTo(address)
      expect(await ofHost()).toEqual(
        ['/.well-known/assetlinks.json', APPLE_PATH].map((path) =>
          expect.stringContaining(
            `http://${HOST}:${port}${path}: it leads to ${address}, which is not allowed: Use `,
          ),
        ),
      )
    },
  )

  it('gets a request at the address of PUBLIC_URL, and otherwise only at allowed addresses', async () => {
    handler = wellServed
    leadTo('10.0.0.7', '127.0.0.1')
    expect(await ofHost()).toEqual([])
    expect((await look())[0]?.detail).toMatch(/^2 served/)
  })
})

it('checks a bounded number of hosts, and says how many were skipped', async () => {
  const { id: projectId } = await database.prisma.project.findFirstOrThrow()
  await database.prisma.domain.createMany({
    data: Array.from({ length: BOUNDS.hosts + 9 }, (_, n) => ({
      projectId,
      host: `h${n}.acme.com`,
      provedAt: new Date(),
    })),
  })
  const findings = await look()
  expect(findings.at(-1)).toEqual({
    check: 'app files',
    ok: true,
    detail: '11 more hosts were not checked: the limit is 500 hosts and 25 s',
  })
})
