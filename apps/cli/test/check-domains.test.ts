import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { parseAllowNets } from '@throughline/core/net/allow-nets'
import { ROBOTS_TXT } from '@throughline/core/links/robots-txt'
import { openDatabase, type Database } from '@throughline/db/connection/database'
import {
  issueCertificate,
  makeCertificateAuthority,
  makeSelfSignedCertificate,
  type CertificateAndKey,
} from '@throughline/testkit/certificates'
import { startDnsServer, type DnsServer } from '@throughline/testkit/dns-server'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { checkDomains } from '../src/commands/check-domains.js'
import { createHostReach } from '../src/commands/host-reach.js'
import type { CliConfig } from '../src/config.js'

const HOST = 'go.acme.com'
const LINK_HOST = 'acme.links.example.com'

let testDatabase: TestDatabase
let database: Database
let dns: DnsServer
let authority: CertificateAndKey
let projectId: string
/** The server's response. */
let answer: { status: number; headers?: Record<string, string>; body?: string }
let server: Server
let port: number

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ url: testDatabase.url, poolMax: 1 })
  dns = await startDnsServer()
  authority = await makeCertificateAuthority()
  const project = await database.prisma.project.create({
    data: {
      name: 'Acme',
      prefix: 'acme',
      domains: { create: [{ host: HOST, provedAt: new Date() }, { host: 'pending.acme.com' }] },
    },
  })
  projectId = project.id
  const first = await issueCertificate(authority, { hosts: [HOST] })
  server = createServer({ cert: first.certPem, key: first.keyPem }, (_request, response) =>
    response.writeHead(answer.status, answer.headers).end(answer.body),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await dns.close()
  await database.close()
  await testDatabase.drop()
})

beforeEach(async () => {
  show(await issueCertificate(authority, { hosts: [HOST] }))
  answer = { status: 200, body: ROBOTS_TXT }
  dns.txt.set(`_throughline.${HOST}`, [projectId])
  for (const host of [HOST, LINK_HOST]) dns.a.set(host, ['127.0.0.1'])
})

function show({ certPem, keyPem }: CertificateAndKey): void {
  server.setSecureContext({ cert: certPem, key: keyPem })
}

const look = (nets = '127.0.0.0/8') => {
  const config = {
    publicUrl: `https://api.example.com:${port}`,
    linkBaseHost: `links.example.com:${port}`,
    allowNets: parseAllowNets(nets),
  } as unknown as CliConfig
  const reach = createHostReach(config, {
    resolve: (host) => dns.resolver.resolve4(host),
    ca: [authority.certPem],
  })
  return checkDomains({ config, database }, { reach, resolver: dns.resolver })
}
/** The texts of all findings except the summary, each with whether it is ok. */
const found = async (nets?: string) =>
  (await look(nets)).slice(1).map(({ ok, detail }) => [ok, detail])

const origin = () => `https://${HOST}:${port}`

describe('a verified host', () => {
  it('is ok if it resolves here and has its record and its certificate', async () => {
    expect(await look()).toEqual([{ check: 'domains', ok: true, detail: '1 of 1 lead here' }])
  })

  it('is reported without a record, and with another value, and is still served', async () => {
    dns.txt.delete(`_throughline.${HOST}`)
    expect(await found()).toEqual([
      [true, expect.stringMatching(`^${HOST}, which was proved before: There is no TXT record`)],
    ])
    dns.txt.set(`_throughline.${HOST}`, ['"another"\u001b[2J'])
    expect(await found()).toEqual([
      [true, expect.stringContaining('has another value, “"another"?[2J”. Set it')],
    ])
  })

  it('is reported if it resolves elsewhere', async () => {
    dns.a.set(LINK_HOST, ['192.0.2.1'])
    answer = { status: 200, body: '<h1>Parked</h1>' }
    expect(await found()).toEqual([
      [
        false,
        `${origin()}: another server responds there. The host does not lead to ${LINK_HOST}. Unless it is your own proxy, add a CNAME record from ${HOST} to ${LINK_HOST}.`,
      ],
    ])
    answer = { status: 301, headers: { Location: 'https://www.acme.com/' } }
    expect(await found()).toEqual([
      [false, expect.stringContaining('it redirects to https://www.acme.com/')],
    ])
  })

  it('is reported if its requests arrive under another name', async () => {
    answer = { status: 404 }
    expect(await found()).toEqual([[false, expect.stringContaining('it returns 404, not 200')]])
  })

  it('is reported if it has no address', async () => {
    dns.a.delete(HOST)
    const [[ok, detail] = []] = await found()
    expect(ok).toBe(false)
    expect(detail).toContain('its name does not resolve')
    expect(detail).toContain(`Add a CNAME record from ${HOST} to ${LINK_HOST}`)
  })

  it('is reported with the certificate of another host, an expired or a self-signed one', async () => {
    const past = { notBefore: new Date(Date.now() - 9e7), notAfter: new Date(Date.now() - 6e7) }
    const shown: [certificate: CertificateAndKey, words: string][] = [
      [
        await issueCertificate(authority, { hosts: ['www.acme.com'] }),
        'the certificate belongs to another host',
      ],
      [
        await issueCertificate(authority, { hosts: [HOST], ...past }),
        'the certificate has expired',
      ],
      [await makeSelfSignedCertificate({ hosts: [HOST] }), 'the certificate is self-signed'],
    ]
    for (const [bad, words] of shown) {
      show(bad)
      expect(await found()).toEqual([[false, expect.stringMatching(`^${origin()}: ${words}`)]])
    }
  })

  it('gets no request if it resolves into a private network', async () => {
    dns.a.set(HOST, ['10.0.0.7'])
    expect(await found('')).toEqual([
      [false, expect.stringContaining('it leads to 10.0.0.7, which is not allowed: Use a host')],
    ])
  })
})
