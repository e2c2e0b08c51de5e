import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request as httpsRequest, type RequestOptions } from 'node:https'
import { afterEach, describe, expect, it } from '@jest/globals'
import {
  issueCertificate,
  makeCertificateAuthority,
  makeSelfSignedCertificate,
} from '../src/certificates.js'
import {
  startReceiver,
  startTestReceiver,
  type ReceiverOptions,
  type TestReceiver,
} from '../src/receiver.js'

const hosts = ['localhost', '127.0.0.1']
const cleanUps: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

describe('startTestReceiver', () => {
  it('keeps the raw bytes and the headers unchanged', async () => {
    const receiver = await startForTest()
    const body = Buffer.from([0x00, 0xff, 0x80, 0x0a])
    const headers = { 'X-Service-Event': 'install_attributed', 'webhook-id': 'a' }
    expect(await post(receiver, { body, headers, path: '/hook?a=1' })).toEqual({
      status: 200,
      headers: expect.anything(),
      body: '',
    })
    expect(receiver.requests).toEqual([
      {
        method: 'POST',
        path: '/hook?a=1',
        rawHeaders: expect.arrayContaining(['X-Service-Event', 'install_attributed']),
        headers: expect.objectContaining({ 'x-service-event': 'install_attributed' }),
        body,
        receivedAt: expect.any(Date),
        remotePort: expect.any(Number),
      },
    ])
  })

  it('responds as configured, also after the configuration changes', async () => {
    const headers = { 'retry-after': '5' }
    const receiver = await startForTest({
      respond: (request, n) => ({ status: 502 + n, headers, body: request.path }),
    })
    expect(await post(receiver, { path: '/a' })).toMatchObject({ status: 503, headers, body: '/a' })
    expect(await post(receiver, { path: '/b' })).toMatchObject({ status: 504, body: '/b' })
    receiver.respondWith(() => ({ status: 204 }))
    expect(await post(receiver)).toMatchObject({ status: 204 })
  })

  it('delays a response, and close does not wait for it', async () => {
    const receiver = await startForTest({ respond: () => ({ status: 200, delayMs: 50 }) })
    const startedMs = performance.now()
    expect(await post(receiver)).toMatchObject({ status: 200 })
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(49)

    receiver.respondWith(() => ({ status: 200, delayMs: 600_000 }))
    const pending = expect(post(receiver)).rejects.toThrow('socket hang up')
    await receiver.waitForRequests(2)
    await receiver.close()
    await pending
  })

  it('hangs until it is closed', async () => {
    const receiver = await startForTest({ respond: () => 'hang' })
    const pending = expect(post(receiver)).rejects.toThrow('socket hang up')
    await receiver.waitForRequests(1)
    await receiver.close()
    await pending
  })

  it('resets the TCP connection', async () => {
    const receiver = await startForTest({ respond: () => 'reset' })
    await expect(post(receiver)).rejects.toMatchObject({ code: 'ECONNRESET', syscall: 'read' })
    expect(receiver.requests).toHaveLength(1)
  })

  it('lets a function write the response, for example a truncated one', async () => {
    const receiver = await startForTest({
      respond: () => (response) => {
        response.writeHead(200, { 'content-length': '10' })
        response.write('half', () => response.destroy())
      },
    })
    await expect(post(receiver)).rejects.toThrow('aborted')
  })

  it('distinguishes connections by their port', async () => {
    const receiver = await startForTest()
    const agent = new Agent({ keepAlive: true })
    await post(receiver, { agent })
    await post(receiver, { agent })
    agent.destroy()
    await post(receiver)
    const [first, second, third] = receiver.requests.map(({ remotePort }) => remotePort)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('does not count a request whose sender disconnected half-way', async () => {
    const receiver = await startForTest()
    const half = httpsRequest(receiver.url(), {
      method: 'POST',
      ca: receiver.caPem,
      headers: { 'content-length': '10' },
    })
    half.on('error', () => undefined)
    await new Promise((resolve) => half.write('half', resolve))
    half.destroy()
    await new Promise((resolve) => half.once('close', resolve))
    await post(receiver, { path: '/whole' })
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/whole'])
  })

  it('resolves a wait at the request that completes it', async () => {
    const receiver = await startForTest()
    const waiting = receiver.waitForRequests(2)
    await post(receiver, { path: '/1' })
    await post(receiver, { path: '/2' })
    expect((await waiting).map(({ path }) => path)).toEqual(['/1', '/2'])
    expect(await receiver.waitForRequests(1)).toHaveLength(2)
  })

  it('rejects a wait that timed out and says how many requests came', async () => {
    const receiver = await startForTest()
    await post(receiver)
    await expect(receiver.waitForRequests(2, 5)).rejects.toThrow(
      'only 1 of 2 requests came within 5 ms',
    )
  })
})

describe('startReceiver', () => {
  it('can present a certificate that has expired, is of another host, or is self-signed', async () => {
    const authority = await makeCertificateAuthority()
    const expired = { hosts, notAfter: new Date(Date.now() - 60_000) }
    const certificates = {
      CERT_HAS_EXPIRED: await issueCertificate(authority, expired),
      ERR_TLS_CERT_ALTNAME_INVALID: await issueCertificate(authority, { hosts: ['example.com'] }),
      DEPTH_ZERO_SELF_SIGNED_CERT: await makeSelfSignedCertificate({ hosts }),
    }
    for (const [code, tls] of Object.entries(certificates)) {
      const receiver = await startReceiver({ tls })
      cleanUps.push(receiver.close)
      const client = { ...receiver, caPem: authority.certPem }
      await expect(post(client)).rejects.toMatchObject({ code })
      expect(receiver.requests).toEqual([])
    }
  })

  it('listens on the given port, also again after it was closed', async () => {
    const first = await startForTest()
    await first.close()
    const second = await startForTest({ port: first.port })
    expect(second.port).toBe(first.port)
    expect(await post(second)).toMatchObject({ status: 200 })
  })

  it('rejects when the port is taken', async () => {
    const { port } = await startForTest()
    await expect(startTestReceiver({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})

async function startForTest(options: Omit<ReceiverOptions, 'tls'> = {}): Promise<TestReceiver> {
  const receiver = await startTestReceiver(options)
  cleanUps.push(receiver.close)
  return receiver
}

type Post = Pick<RequestOptions, 'agent' | 'headers'> & { path?: string; body?: Buffer }

async function post(
  { url, caPem }: Pick<TestReceiver, 'url' | 'caPem'>,
  { path = '/', body = Buffer.alloc(0), ...options }: Post = {},
) {
  const request = httpsRequest(url(path), { method: 'POST', ca: caPem, ...options })
  request.end(body)
  // The event 'response' has one argument.
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const { statusCode: status, headers } = response
  return { status, headers, body: Buffer.concat(chunks).toString() }
}
