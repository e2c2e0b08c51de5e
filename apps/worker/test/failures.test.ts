import { createServer, type Server } from 'node:http'
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import {
  issueCertificate,
  makeCertificateAuthority,
  makeSelfSignedCertificate,
  type CertificateAndKey,
} from '@throughline/testkit/certificates'
import { startReceiver, type Receiver, type Respond } from '@throughline/testkit/receiver'
import { waitFor } from '@throughline/testkit/wait-for'
import { MAX_RESPONSE_BYTES } from '../src/deliveries/exchange.js'
import { createHarness, type Harness, type WorkerOptions } from './harness.js'

let harness: Harness
let authority: CertificateAndKey
let good: CertificateAndKey
const servers: { close: () => unknown }[] = []
beforeAll(async () => {
  harness = await createHarness()
  authority = await makeCertificateAuthority()
  good = await issueCertificate(authority, { hosts: ['localhost', '127.0.0.1'] })
})
afterEach(async () => {
  await harness.stopWorkers()
  for (const server of servers.splice(0)) await server.close()
})
afterAll(() => harness.drop())

async function receive(respond: Respond, tls = good): Promise<Receiver> {
  const receiver = await startReceiver({ tls, respond })
  servers.push(receiver)
  return receiver
}

/** Delivers once to the URL and returns the first attempt as stored. */
async function firstAttempt(url: string, options: WorkerOptions = {}) {
  const worker = await harness.start({ ca: [authority.certPem], ...options })
  const webhook = await harness.addWebhook(url)
  const id = await harness.deliver(worker, webhook)
  const stored = await waitFor(
    async () => {
      const found = await harness.read(webhook, id)
      // The delivery is read before its attempts, so it may still be in flight.
      return found.attempts.length > 0 && found.state !== 'delivering' && found
    },
    { what: 'an attempt' },
  )
  return { ...stored, attempt: stored.attempts[0], worker }
}

const SHORT = { env: { DELIVERY_TIMEOUT_MS: '400' } }

describe('a response', () => {
  it('is truncated if its body exceeds 16 KiB, and its status decides', async () => {
    let isCut = false
    const receiver = await receive(() => (response) => {
      response.writeHead(200)
      response.write(Buffer.alloc(64 * 1024, 'x'))
      response.once('close', () => (isCut = !response.writableFinished))
    })
    const { state, attempt } = await firstAttempt(receiver.url())
    expect(state).toBe('succeeded')
    expect(attempt?.responseBody).toBe('x'.repeat(MAX_RESPONSE_BYTES))
    await waitFor(() => isCut, { what: 'the connection to be ended' })
  })

  it('is a time-out if its body stalls past the deadline, also after a 200', async () => {
    const receiver = await receive(() => (response) => {
      response.writeHead(200)
      response.write('beginning')
    })
    const { state, attempt } = await firstAttempt(receiver.url(), SHORT)
    expect(state).toBe('retrying')
    expect(attempt).toMatchObject({
      outcome: 'failed',
      errorClass: 'timeout',
      statusCode: 200,
      responseBody: 'beginning',
    })
    expect(attempt?.durationMs).toBeGreaterThanOrEqual(399)
  })

  it('is a failure if it redirects, and is not followed', async () => {
    const elsewhere = await receive(() => ({ status: 200 }))
    const receiver = await receive(() => ({
      status: 307,
      headers: { location: elsewhere.url('/other') },
    }))
    const { attempt } = await firstAttempt(receiver.url())
    expect(attempt).toMatchObject({ errorClass: 'redirect', statusCode: 307 })
    expect(elsewhere.requests).toHaveLength(0)
  })

  it('is stored unchanged if it is compressed', async () => {
    const receiver = await receive(() => ({
      status: 200,
      headers: { 'content-encoding': 'gzip' },
      body: 'no gzip at all',
    }))
    const { state, attempt } = await firstAttempt(receiver.url())
    expect(state).toBe('succeeded')
    expect(attempt?.responseBody).toBe('no gzip at all')
  })

  it('has its own error class if its headers are too large', async () => {
    const receiver = await receive(() => ({
      status: 200,
      headers: { 'x-big': 'y'.repeat(40_000) },
    }))
    expect((await firstAttempt(receiver.url())).attempt?.errorClass).toBe('too_large')
  })

  it.each([
    { informational: 10, outcome: { outcome: 'succeeded', errorClass: null, statusCode: 200 } },
    {
      informational: 11,
      outcome: { outcome: 'failed', errorClass: 'too_large', statusCode: null },
    },
  ])('is $outcome.outcome after $informational informational responses', async (example) => {
    const receiver = await receive(() => (response) => {
      for (let n = 0; n < example.informational; n += 1)
        response.writeEarlyHints({ link: '</style.css>; rel=preload' })
      response.writeHead(200).end()
    })
    expect((await firstAttempt(receiver.url())).attempt).toMatchObject(example.outcome)
  })

  it('is a time-out if it never arrives, and a reset if the connection was reset', async () => {
    const hanging = await receive(() => 'hang')
    expect((await firstAttempt(hanging.url(), SHORT)).attempt).toMatchObject({
      errorClass: 'timeout',
      statusCode: null,
    })
    await harness.stopWorkers()
    const resetting = await receive(() => 'reset')
    expect((await firstAttempt(resetting.url())).attempt?.errorClass).toBe('reset')
    expect(resetting.requests).toHaveLength(1)
  })
})

describe('a connection', () => {
  it.each([
    ['a certificate of another name', () => issueCertificate(authority, { hosts: ['other.dev'] })],
    ['a self-signed certificate', () => makeSelfSignedCertificate({ hosts: ['localhost'] })],
    [
      'an expired certificate',
      () =>
        issueCertificate(authority, {
          hosts: ['localhost'],
          notBefore: new Date(Date.now() - 7_200_000),
          notAfter: new Date(Date.now() - 3_600_000),
        }),
    ],
  ])('fails as tls with %s, before anything is sent', async (_name, certificate) => {
    const receiver = await receive(() => ({ status: 200 }), await certificate())
    expect((await firstAttempt(receiver.url())).attempt).toMatchObject({
      errorClass: 'tls',
      statusCode: null,
      address: '127.0.0.1',
    })
    expect(receiver.requests).toHaveLength(0)
  })

  it('fails as connect if it is refused', async () => {
    const receiver = await receive(() => ({ status: 200 }))
    await receiver.close()
    expect((await firstAttempt(receiver.url())).attempt?.errorClass).toBe('connect')
  })

  it('fails at the deadline if its TLS handshake never ends, and nothing is sent later', async () => {
    const sockets: Socket[] = []
    const mute = createTcpServer((socket) =>
      sockets.push(socket.on('error', () => undefined).resume()),
    )
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
    servers.push({
      close: () => {
        sockets.forEach((socket) => socket.destroy())
        mute.close()
      },
    })
    const { port } = mute.address() as AddressInfo
    const { attempt } = await firstAttempt(`https://localhost:${port}/`, SHORT)
    expect(attempt?.errorClass).toBe('timeout')
    await waitFor(() => sockets.every((socket) => socket.destroyed || socket.readableEnded), {
      what: 'the connection to be given up',
    })
  })

  it('fails as dns if the name does not resolve', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
    const { attempt } = await firstAttempt('https://nowhere.acme.com/', { resolve })
    expect(attempt).toMatchObject({ errorClass: 'dns', address: null })
  })

  it('fails at the deadline if the name resolves late', async () => {
    const resolve = () => new Promise<string[]>(() => undefined)
    const { attempt } = await firstAttempt('https://slow.acme.com/', { resolve, ...SHORT })
    expect(attempt?.errorClass).toBe('timeout')
  })

  it.each([
    ['a literal metadata address', 'https://169.254.169.254/', ['169.254.169.254']],
    ['a literal private address', 'https://10.1.2.3/', ['10.1.2.3']],
    ['a name that leads to a private address', 'https://hook.acme.com/', ['10.0.0.1', '::1']],
    ['a name that leads to a mapped address', 'https://hook.acme.com/', ['::ffff:127.0.0.1']],
  ])('is blocked to %s', async (_name, url, addresses) => {
    const { attempt } = await firstAttempt(url, { resolve: () => Promise.resolve(addresses) })
    expect(attempt).toMatchObject({ errorClass: 'blocked', statusCode: null, address: null })
  })

  it('uses the allowed one of several addresses, with the name in Host and TLS', async () => {
    const certificate = await issueCertificate(authority, { hosts: ['hook.acme.com'] })
    const receiver = await receive(() => ({ status: 200 }), certificate)
    const resolve = () => Promise.resolve(['10.0.0.1', '127.0.0.1'])
    const url = `https://hook.acme.com:${receiver.port}/`
    const { state, attempt } = await firstAttempt(url, { resolve })
    expect(state).toBe('succeeded')
    expect(attempt?.address).toBe('127.0.0.1')
    expect(receiver.requests[0]?.headers.host).toBe(`hook.acme.com:${receiver.port}`)
  })

  it('is reused for the next delivery', async () => {
    const receiver = await receive(() => ({ status: 200 }))
    const { worker } = await firstAttempt(receiver.url())
    const webhook = await harness.addWebhook(receiver.url())
    await harness.waitForState(webhook, await harness.deliver(worker, webhook), 'succeeded')
    expect(new Set(receiver.requests.map(({ remotePort }) => remotePort)).size).toBe(1)
  })
})

describe('the egress proxy', () => {
  async function startProxy(isOpen: () => boolean) {
    const asked: string[] = []
    const credentials: (string | undefined)[] = []
    const sockets = new Set<Socket>()
    const proxy: Server = createServer()
    proxy.on('connect', (request, near: Socket) => {
      asked.push(request.url ?? '')
      credentials.push(request.headers['proxy-authorization'])
      sockets.add(near.on('error', () => undefined))
      if (!isOpen()) {
        near.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
        return
      }
      const { hostname, port } = new URL(`http://${request.url ?? ''}`)
      const far = connect(Number(port), hostname, () => {
        near.write('HTTP/1.1 200 OK\r\n\r\n')
        far.pipe(near).pipe(far)
      })
      far.on('error', () => near.destroy())
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    servers.push({
      close: () => {
        sockets.forEach((socket) => socket.destroy())
        proxy.close()
      },
    })
    const { port } = proxy.address() as AddressInfo
    return {
      asked,
      credentials,
      env: { DELIVERY_PROXY_URL: `http://us:p%40ss@127.0.0.1:${port}` },
    }
  }

  it('gets the checked address, and carries the delivery', async () => {
    const receiver = await receive(() => ({ status: 200 }))
    const { asked, credentials, env } = await startProxy(() => true)
    expect((await firstAttempt(receiver.url(), { env })).state).toBe('succeeded')
    expect(asked).toEqual([`127.0.0.1:${receiver.port}`])
    expect(credentials).toEqual([`Basic ${Buffer.from('us:p@ss').toString('base64')}`])
  })

  it('never gets an address that the rules reject', async () => {
    const { asked, env } = await startProxy(() => true)
    const resolve = () => Promise.resolve(['10.0.0.1'])
    const { attempt } = await firstAttempt('https://hook.acme.com/', { env, resolve })
    expect(attempt?.errorClass).toBe('blocked')
    expect(asked).toEqual([])
  })

  it('causes no attempt if it rejects the connection, and the delivery is sent when the proxy is back', async () => {
    const receiver = await receive(() => ({ status: 200 }))
    let isOpen = false
    const { asked, env } = await startProxy(() => isOpen)
    const worker = await harness.start({ ca: [authority.certPem], env })
    const webhook = await harness.addWebhook(receiver.url())
    const id = await harness.deliver(worker, webhook)
    await waitFor(() => asked.length > 0, { what: 'the proxy to be asked' })
    await waitFor(() => worker.ctx.activity.inFlight() === 0, { what: 'the lease to go back' })
    expect(await harness.read(webhook, id)).toMatchObject({
      state: 'pending',
      attemptsMade: 0,
      attempts: [],
    })
    isOpen = true
    const stored = await harness.waitForState(webhook, id, 'succeeded')
    expect(stored.attempts.map(({ number }) => number)).toEqual([1])
  })
})
