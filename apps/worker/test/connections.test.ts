import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import {
  issueCertificate,
  makeCertificateAuthority,
  type CertificateAndKey,
} from '@throughline/testkit/certificates'
import { startFaultProxy } from '@throughline/testkit/fault-proxy'
import { startTestReceiver } from '@throughline/testkit/receiver'
import { waitFor } from '@throughline/testkit/wait-for'
import { createHarness, type Harness, type WorkerOptions } from './harness.js'

let harness: Harness
let authority: CertificateAndKey
const servers: { close: () => unknown }[] = []
beforeAll(async () => {
  harness = await createHarness()
  authority = await makeCertificateAuthority()
})
afterEach(async () => {
  await harness.stopWorkers()
  for (const server of servers.splice(0)) await server.close()
})
afterAll(() => harness.drop())

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(server)
  return (server.address() as AddressInfo).port
}

/** Delivers once to the URL and returns what was stored after the first attempt. */
async function firstAttempt(url: string, options: WorkerOptions) {
  const worker = await harness.start({ ca: [authority.certPem], ...options })
  const webhook = await harness.addWebhook(url)
  const id = await harness.deliver(worker, webhook)
  return waitFor(
    async () => {
      const found = await harness.read(webhook, id)
      // The state is read shortly before the attempts.
      return found.attempts.length > 0 && found.state !== 'delivering' && found
    },
    { what: 'an attempt' },
  )
}

describe('plain http', () => {
  const ALLOWED = { DELIVERY_ALLOW_HTTP: 'true' }
  let paths: string[]
  let port: number

  async function receive() {
    paths = []
    port = await listen(
      createHttpServer((request, response) => {
        paths.push(request.url ?? '')
        response.end()
      }),
    )
  }

  it('is sent to an address inside the networks that allow it', async () => {
    await receive()
    const url = `http://127.0.0.1:${port}/in`
    expect(await firstAttempt(url, { env: ALLOWED })).toMatchObject({ state: 'succeeded' })
    expect(paths).toEqual(['/in'])
  })

  it.each([
    ['unless it is allowed', {}],
    ['in production, whatever is set', { ...ALLOWED, NODE_ENV: 'production' }],
  ])('is blocked %s', async (_name, env) => {
    await receive()
    const stored = await firstAttempt(`http://127.0.0.1:${port}/`, { env })
    expect(stored.attempts[0]).toMatchObject({ errorClass: 'blocked', address: null })
    expect(paths).toEqual([])
  })

  it('is blocked to a name that resolves outside the networks', async () => {
    const resolve = () => Promise.resolve(['93.184.215.14'])
    const stored = await firstAttempt('http://hook.acme.com/', { env: ALLOWED, resolve })
    expect(stored.attempts[0]).toMatchObject({ errorClass: 'blocked', address: null })
  })
})

describe('a receiver on this machine', () => {
  const env = { DELIVERY_ALLOW_NETS: '', DELIVERY_ALLOW_LOOPBACK: 'true' }
  const receive = () => listen(createHttpServer((_request, response) => response.end()))

  it('gets a delivery over plain http if that is allowed, without the egress proxy', async () => {
    const closed = await listen(createHttpServer())
    const proxied = { ...env, DELIVERY_PROXY_URL: `http://127.0.0.1:${closed}` }
    const url = `http://localhost:${await receive()}/hook`
    expect(await firstAttempt(url, { env: proxied })).toMatchObject({ state: 'succeeded' })
  })

  it.each([
    ['in production', 'http://127.0.0.1:8080/', { NODE_ENV: 'production' }],
    ['by another name that leads here', 'https://hook.acme.com/', {}],
    ['by another spelling of localhost', 'https://localhost./', {}],
  ])('is blocked %s', async (_why, url, more) => {
    const resolve = () => Promise.resolve(['127.0.0.1', '::1'])
    const stored = await firstAttempt(url, { env: { ...env, ...more }, resolve })
    expect(stored.attempts[0]).toMatchObject({ errorClass: 'blocked', address: null })
  })

  it('is blocked at a port that the service listens on', async () => {
    const port = await receive()
    const url = `http://127.0.0.1:${port}/`
    const stored = await firstAttempt(url, { env: { ...env, PORT: String(port) } })
    expect(stored.attempts[0]).toMatchObject({
      errorClass: 'blocked',
      error: `Use another port; ${port} is a port of Throughline itself.`,
    })
  })
})

describe('a connection', () => {
  it('fails as tls with a certificate of an unknown authority', async () => {
    const receiver = await startTestReceiver()
    servers.push(receiver)
    const stored = await firstAttempt(receiver.url(), {})
    expect(stored.attempts[0]?.errorClass).toBe('tls')
    expect(receiver.requests).toHaveLength(0)
  })

  it('sends nothing if its TLS handshake ends after the deadline', async () => {
    const { certPem: cert, keyPem: key } = await issueCertificate(authority, {
      hosts: ['hook.acme.com'],
    })
    let [requests, ended] = [0, 0]
    const server = createHttpsServer({ cert, key }, () => (requests += 1))
    server.on('connection', (socket: Socket) => socket.once('close', () => (ended += 1)))
    const proxy = await startFaultProxy(`https://127.0.0.1:${await listen(server)}`)
    servers.unshift(proxy)
    proxy.freeze()
    const url = `https://hook.acme.com:${new URL(proxy.url).port}/`
    // The lookup takes most of the time, so the handshake's own limit ends well after the deadline.
    const resolve = () => sleep(800, ['127.0.0.1'])
    const stored = await firstAttempt(url, { env: { DELIVERY_TIMEOUT_MS: '1000' }, resolve })
    expect(stored.attempts[0]?.errorClass).toBe('timeout')
    expect(ended).toBe(0)
    proxy.thaw()
    await waitFor(() => ended > 0, { what: 'the connection to be given up', timeoutMs: 3_000 })
    expect(requests).toBe(0)
  })

  it('fails the attempt if it is reset during its next delivery, and nothing is sent again', async () => {
    const receiver = await startTestReceiver({ respond: (_r, n) => (n === 1 ? OK : 'reset') })
    servers.push(receiver)
    const worker = await harness.start({ ca: [receiver.caPem] })
    const webhook = await harness.addWebhook(receiver.url())
    const first = await harness.deliver(worker, webhook)
    await harness.waitForState(webhook, first, 'succeeded')
    const second = await harness.deliver(worker, webhook)
    const stored = await harness.waitForState(webhook, second, 'retrying')
    expect(stored.attempts.map(({ errorClass }) => errorClass)).toEqual(['reset'])
    const [one, two, ...others] = receiver.requests
    expect(two?.remotePort).toBe(one?.remotePort)
    expect(others).toEqual([])
  })
})

describe('a response of 410 with Retry-After', () => {
  it('is a failure like any other', async () => {
    const receiver = await startTestReceiver({
      respond: () => ({ status: 410, headers: { 'retry-after': '3600' } }),
    })
    servers.push(receiver)
    const stored = await firstAttempt(receiver.url(), { ca: [receiver.caPem] })
    expect(stored).toMatchObject({ state: 'retrying', attempts: [{ errorClass: 'status' }] })
    const waitMs = Number(stored.nextAttemptAt) - Date.now()
    expect(waitMs).toBeGreaterThan(50_000)
    expect(waitMs).toBeLessThanOrEqual(60_000)
  })
})

const OK = { status: 200 }
