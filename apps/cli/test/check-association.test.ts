import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { effectiveFile } from '@throughline/core/association/effective-file'
import { openDatabase, type Database } from '@throughline/db/client'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { checkAssociation } from '../src/commands/check-association.js'

const APPS = {
  android: [
    {
      package_name: 'com.acme.shop',
      sha256_cert_fingerprints: ['AB', 'CD'].map((byte) => Array(32).fill(byte).join(':')),
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

/** A project whose custom domain is this machine, and whose own host has no name. */
beforeEach(async () => {
  handler = wellServed
  await database.prisma.project.create({
    data: {
      ...{ name: 'Acme', prefix: 'acme', apps: APPS },
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
  const config = { publicUrl, linkBaseHost } as Parameters<typeof checkAssociation>[0]['config']
  return checkAssociation({ config, database })
}
/** What was found of the custom domain. */
const ofDomain = async () =>
  (await look())
    .filter(({ detail }) => detail.includes('//127.0.0.1'))
    .map(({ ok, detail }) => [ok, detail])

const links = () => `http://127.0.0.1:${port}/.well-known/assetlinks.json`
const apple = () => `http://127.0.0.1:${port}${APPLE_PATH}`

describe('the files of a host', () => {
  it('are well where they are served as they are; a host without a name is told apart', async () => {
    const [summary, ...others] = await look()
    expect(summary).toEqual({
      check: 'app files',
      ok: true,
      detail: '2 served as they should be; but over http, and phones ask over https alone',
    })
    expect(others.map(({ ok, detail }) => [ok, detail])).toEqual(
      ['/.well-known/assetlinks.json', APPLE_PATH].map((path) => [
        false,
        expect.stringMatching(
          `^http://acme\\.links\\.invalid:${port}${path}: its name (does not resolve; make a DNS record|can’t be resolved)`,
        ),
      ]),
    )
  })

  const answers: [what: string, handler: Handler, words: string][] = [
    [
      'redirects',
      (_request, response) => response.writeHead(301, { Location: 'https://www.acme.com/' }).end(),
      'it redirects to https://www.acme.com/, and neither platform follows',
    ],
    ['a missing file', (_request, response) => response.writeHead(404).end(), 'it answers 404'],
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
    ['a connection that is cut', (request) => request.socket.destroy(), 'it can’t be reached'],
  ]
  it.each(answers)('are told by %s', async (_what, bad, words) => {
    handler = bad
    expect(await ofDomain()).toEqual([
      [false, expect.stringContaining(`${links()}: ${words}`)],
      [false, expect.stringContaining(`${apple()}: ${words}`)],
    ])
  })
})

it('says of a pasted file what its platform’s rules say', async () => {
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

it('asks nobody for a project without apps', async () => {
  await database.prisma.project.updateMany({ data: { apps: { android: [], ios: [] } } })
  expect(await look()).toEqual([{ check: 'app files', ok: true, detail: 'no project has apps' }])
})
