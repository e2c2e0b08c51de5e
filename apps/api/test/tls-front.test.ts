import { request as httpRequest } from 'node:http'
import { createServer, get, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createSecureContext } from 'node:tls'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import {
  issueCertificate,
  makeCertificateAuthority,
  makeSelfSignedCertificate,
  type CertificateAndKey,
} from '@throughline/testkit/certificates'
import { startDnsServer, type DnsServer } from '@throughline/testkit/dns-server'
import { waitFor } from '@throughline/testkit/wait-for'
import { startTestApi, type TestApi } from './harness.js'

const HOST = 'go.acme.com'

let dns: DnsServer
let api: TestApi
let authority: CertificateAndKey
let front: Server
/** The names for which the front has requested a certificate. */
const certified: string[] = []

beforeAll(async () => {
  dns = await startDnsServer()
  api = await startTestApi({ overrides: { domainResolver: dns.resolver } })
  authority = await makeCertificateAuthority()
  front = await startFront()
})
afterAll(async () => {
  front.closeAllConnections()
  front.close()
  await api.close()
  await dns.close()
})

/** The configuration that docs/domains.md requires: certificates on demand, `Host` unchanged, no own responses. */
async function startFront(): Promise<Server> {
  const none = await makeSelfSignedCertificate({ hosts: [] })
  const server = createServer(
    {
      cert: none.certPem,
      key: none.keyPem,
      SNICallback: (name, done) =>
        void certify(name).then((context) => done(null, context), done as (error: Error) => void),
    },
    ({ method, url, headers }, response) => {
      const passedOn = httpRequest(`${api.url}${url ?? ''}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers)
        answer.pipe(response)
      })
      passedOn.end()
    },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

async function certify(name: string) {
  const { status } = await api.request('GET', `/tls-ask?domain=${name}`, { key: null, token: null })
  if (status !== 200) throw new Error(`${name} is not ours`)
  certified.push(name)
  const { certPem: cert, keyPem: key } = await issueCertificate(authority, { hosts: [name] })
  return createSecureContext({ cert, key })
}

interface Answer {
  status: number | undefined
  type: string | undefined
  text: string
}

/** A request as a phone makes it: over TLS, by name, with the authority as its only root. */
function ask(host: string, path: string): Promise<Answer> {
  const { port } = front.address() as AddressInfo
  const dialled = { host: '127.0.0.1', port, servername: host, headers: { host }, agent: false }
  return new Promise((resolve, reject) => {
    const options = { ...dialled, path, ca: authority.certPem }
    get(options, (response) => {
      const { statusCode: status, headers } = response
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status, type: headers['content-type'], text }))
    }).on('error', reject)
  })
}

it('verifies a new domain’s files from its DNS record to its certificate', async () => {
  const files = ['/.well-known/assetlinks.json', '/.well-known/apple-app-site-association']
  const android = {
    package_name: 'com.acme.shop',
    sha256_cert_fingerprints: [Array(32).fill('AB').join(':')],
  }
  const ios = { team_id: '9JA89QQLNQ', bundle_id: 'com.acme.shop' }
  await api.request('PUT', '/api/project/apps', { body: { android: [android], ios: [ios] } })
  await expect(ask(HOST, '/robots.txt')).rejects.toThrow()
  expect(certified).toEqual([])

  dns.txt.set(`_throughline.${HOST}`, [api.project.id])
  const made = await api.request('POST', '/api/project/domains', { body: { host: HOST } })
  expect(made.body).toMatchObject({ status: 'proved' })
  // The API caches for a second that the host was unknown.
  await waitFor(async () => (await ask(HOST, '/robots.txt')).status === 200, {
    what: 'the host to have a certificate',
  })
  const kinds = ['asset-links', 'app-site-association']
  for (const [at, path] of files.entries()) {
    const { body } = await api.request('GET', `/api/project/${kinds[at] ?? ''}`)
    for (const host of [HOST, api.project.linkHost])
      expect([host, await ask(host, path)]).toEqual([
        host,
        { status: 200, type: 'application/json', text: body.file },
      ])
  }
  expect(new Set(certified)).toEqual(new Set([HOST, api.project.linkHost]))
})
