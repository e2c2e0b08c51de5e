import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startDnsServer, type DnsServer } from '@throughline/testkit/dns-server'
import {
  FRONT_API_HOST,
  FRONTS,
  hasFront,
  startFront,
  type Front,
} from '@throughline/testkit/fronts'
import { areFrontsFull } from '@throughline/testkit/test-env'
import { waitFor } from '@throughline/testkit/wait-for'
import { spawnFrontApi, startFrontApi, type FrontApi } from './front-apis.js'
import { askByHttp, askFront, openByHttp2, startLoad, type FrontRequest } from './front-client.js'
import { LINK_BASE_HOST, startTestApi, type TestApi } from './harness.js'
import { killSpawnedApis, SECRETS_KEYS } from './spawn-api.js'
import { AGENTS } from './user-agents.js'

const AGENT = { 'user-agent': AGENTS.desktop }

let dns: DnsServer
let api: TestApi
/** The APIs behind the fronts. */
let apis: [FrontApi, FrontApi]

beforeAll(async () => {
  dns = await startDnsServer()
  api = await startTestApi({
    env: { PUBLIC_URL: `http://${FRONT_API_HOST}`, TRUST_PROXY: '1', SECRETS_KEYS },
    overrides: { domainResolver: dns.resolver },
  })
  const start = areFrontsFull() ? spawnFrontApi : startFrontApi
  apis = [await start(api), await start(api)]
  const { id: projectId } = api.project
  const data = { projectId, code: 'go', actualUrl: 'https://shop.example.com/' }
  await api.database.prisma.link.create({ data })
})
afterAll(async () => {
  await Promise.all(apis.map((one) => one.close()))
  await killSpawnedApis()
  await api.close()
  await dns.close()
})

const manage = (method: string, path: string, body?: unknown) =>
  api.request(method, path, { host: FRONT_API_HOST, body })

const follow = (query = ''): FrontRequest => ({
  host: api.project.linkHost,
  path: `/go${query}`,
  headers: AGENT,
})
const install = (): FrontRequest => ({
  host: FRONT_API_HOST,
  method: 'POST',
  path: '/api/attribution/installs',
  headers: { 'x-project-key': api.project.key },
  body: { install_id: randomUUID(), platform: 'android' },
})

function openStream(front: Front) {
  const { key, token } = api.project
  const headers = { 'x-project-key': key, authorization: `Bearer ${token}` }
  return openByHttp2(front, { host: FRONT_API_HOST, path: '/api/stream', headers })
}

const statusOf = ({ status }: { status: number }) => status

/** Of the newest click. */
async function addressHash(): Promise<string> {
  const newest = await api.database.prisma.click.findFirstOrThrow({ orderBy: { id: 'desc' } })
  return Buffer.from(newest.ipPrefixHash ?? []).toString('hex')
}

// A front without its program is reported as skipped. `npm test` prints how to get it.
describe.each(FRONTS)('%s', (name) => {
  const itThrough = hasFront(name) ? it : it.skip
  const isCaddy = name.startsWith('caddy')
  const customHost = `go.${name}.example`
  let front: Front
  let stop = () => Promise.resolve()
  beforeAll(async () => {
    if (!hasFront(name)) return
    const apiPorts: [number, number] = [apis[0].port, apis[1].port]
    front = await startFront(name, { apiPorts, linkBaseHost: LINK_BASE_HOST, customHost })
    stop = front.stop
  })
  afterAll(() => stop())

  itThrough('passes a query of 14 kB, and its redirect, by HTTP/1.1 and HTTP/2', async () => {
    const request = follow(`?utm_campaign=${'x'.repeat(14_000)}`)
    const first = await askFront(front, request)
    expect([first.status, String(first.headers['location']).length > 14_000]).toEqual([302, true])
    const second = await openByHttp2(front, request)
    second.close()
    expect([second.status, second.headers['location']]).toEqual([302, first.headers['location']])
  })

  itThrough('passes the address of the client, and not one that the client claims', async () => {
    const address = process.platform === 'linux' ? '127.7.7.7' : '127.0.0.1'
    await api.visit('GET', '/go', { headers: { ...AGENT, 'x-forwarded-for': address } })
    const expected = await addressHash()
    expect(expected).not.toBe('')
    const headers = { ...AGENT, 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9' }
    await askFront(front, { ...follow(), headers, localAddress: address })
    expect(await addressHash()).toBe(expected)
  })

  itThrough('passes the events of the panel as they happen', async () => {
    const stream = await openStream(front)
    await waitFor(() => stream.read().includes('id: '), { what: 'the first id of the stream' })
    await askFront(front, follow())
    await waitFor(() => stream.read().includes('event: click'), { what: 'the click' })
    stream.close()
    expect(stream.status).toBe(200)
  })

  itThrough(
    'serves a custom domain after its proof by a TXT record, and no other host',
    async () => {
      const status = () => askFront(front, { host: customHost, path: '/robots.txt' }).then(statusOf)
      if (isCaddy) await expect(status()).rejects.toThrow()
      else expect(await status()).toBe(404)
      dns.txt.set(`_throughline.${customHost}`, [api.project.id])
      const added = await manage('POST', '/api/project/domains', { host: customHost })
      expect(added.body).toMatchObject({ status: 'proved' })
      await waitFor(async () => (await status()) === 200, { what: 'the custom domain' })
      await expect(askFront(front, { host: 'other.example', path: '/' })).rejects.toThrow()
    },
  )

  itThrough('redirects http to https, except the challenges of certificates', async () => {
    const { host } = follow()
    const redirected = await askByHttp(front, { host, path: '/go?a=b' })
    expect([301, 308]).toContain(redirected.status)
    expect(redirected.headers.location).toMatch(/^https:\/\/acme\.links\.test(:\d+)?\/go\?a=b$/)
    if (isCaddy) return
    // No certbot has created it.
    const challenge = await askByHttp(front, { host, path: '/.well-known/acme-challenge/none' })
    expect(challenge.status).toBe(404)
  })
  // In a cluster, pods are replaced behind a Service.
  if (areFrontsFull() && name === 'caddy-in-kubernetes') return

  itThrough(
    'gives no error while each API restarts under load',
    async () => {
      const get = () => follow()
      // Before 2.11.2, Caddy does not repeat a POST that a closed port refused. STOP_DELAY_MS avoids that.
      const kinds = isCaddy && !areFrontsFull() ? [get, get] : [get, install]
      const loops = Array.from({ length: areFrontsFull() ? 12 : 2 }, () => kinds).flat()
      const restarted = name === 'caddy-in-kubernetes' ? [apis[0]] : apis
      const load = startLoad(front, loops)
      for (const one of Array.from({ length: areFrontsFull() ? 3 : 2 }, () => restarted).flat()) {
        await waitFor(() => one.hasAnswered('link'), { what: 'a link followed' })
        await one.restart()
        // Caddy checks the APIs for each site separately, so one may already pass links on, and the other no installs.
        await waitFor(() => one.hasAnswered('link'), { what: 'a link followed' })
        if (kinds.includes(install))
          await waitFor(() => one.hasAnswered('install'), { what: 'an install' })
      }
      const expected = ['GET 302', ...(kinds.includes(install) ? ['POST 200'] : [])]
      expect(Object.keys(await load.stop()).sort()).toEqual(expected)
    },
    300_000,
  )

  // Each of them closes connections on which nothing arrives for a minute.
  if (areFrontsFull())
    itThrough(
      'keeps a stream open for 75 s without an event',
      async () => {
        const stream = await openStream(front)
        const untilMs = performance.now() + 75_000
        await waitFor(() => performance.now() > untilMs, { what: 'the time', timeoutMs: 90_000 })
        await askFront(front, follow())
        await waitFor(() => stream.read().includes('event: click'), { what: 'the click' })
        stream.close()
      },
      120_000,
    )
})
