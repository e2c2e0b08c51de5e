import { once } from 'node:events'
import { request as httpsRequest } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { createGunzip } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { makeCertificateAuthority, type CertificateAndKey } from '../certificates.js'
import { waitFor } from '../wait-for.js'
import type { HostileReceiverName } from './receiver-spec.js'
import { hostileReceiverNames } from './catalogue.js'
import { gzipBombInflatedBytes } from './large-receivers.js'
import { startHostileReceivers, type HostileReceivers } from './start-hostile-receivers.js'

const timeoutMs = 1_000

let authority: CertificateAndKey
let hostileReceivers: HostileReceivers
beforeAll(async () => {
  authority = await makeCertificateAuthority()
  hostileReceivers = await startHostileReceivers({ authority, seed: 1, timeoutMs })
})
afterAll(() => hostileReceivers.close())

describe('the hostile receivers', () => {
  it('starts all of them, or only those that were named', async () => {
    expect(hostileReceivers.receivers.map(({ name }) => name)).toEqual(hostileReceiverNames)
    expect(new Set(hostileReceivers.receivers.map(({ url }) => url)).size).toBe(19)
    const only = ['refuses', 'slow-body'] as const
    const small = await startHostileReceivers({ authority, seed: 1, timeoutMs, only })
    expect(small.receivers.map(({ name }) => name)).toEqual(only)
    expect(() => small.receiver('huge-header')).toThrow('without huge-header')
    await small.close()
  })

  it('counts clients that follow the redirect', async () => {
    const own = await startHostileReceivers({
      authority,
      seed: 1,
      timeoutMs,
      only: ['redirects-to-canary'],
    })
    const answer = await post(own.receiver('redirects-to-canary').url)
    expect(answer.statusCode).toBe(307)
    expect(own.canaryHits()).toBe(0)
    expect((await post(String(answer.headers.location))).statusCode).toBe(204)
    expect(own.canaryHits()).toBe(1)
    await own.close()
  })

  it('records each request and its response', async () => {
    const headers = { 'webhook-id': 'd-1', 'x-service-attempt': '2' }
    const keeper = hostileReceivers.receiver('fails-but-keeps')
    expect(keeper.requests()).toBe(0)
    expect(await text(await post(keeper.url, headers))).toBe('kept')
    expect(keeper.received()).toEqual([{ webhookId: 'd-1', attempt: 2, status: 500 }])
    await post(keeper.url)
    expect(keeper.received()[1]).toEqual({ webhookId: null, attempt: null, status: 500 })
  })
})

describe('before HTTP', () => {
  it('one refuses connections', async () => {
    expect(await failureOf('refuses')).toBe('ECONNREFUSED')
  })

  it('one accepts the connection and sends nothing', async () => {
    const socket = await dial('silent-after-accept')
    socket.write('anything at all')
    expect(await heardIn(socket)).toBe(0)
    expect([
      socket.destroyed,
      hostileReceivers.receiver('silent-after-accept').connections(),
    ]).toEqual([false, 1])
    socket.destroy()
  })

  it('one begins the TLS handshake and stops', async () => {
    const socket = await dial('stalls-in-tls')
    const tls = connectTls({ socket, ca: authority.certPem, host: '127.0.0.1' })
    tls.on('error', () => undefined)
    await waitFor(() => socket.bytesRead > 0, { what: 'the first bytes of a handshake' })
    await quiet()
    expect([socket.bytesRead, tls.authorized, socket.destroyed]).toEqual([64, false, false])
    socket.destroy()
  })

  it.each([
    ['expired-certificate', 'CERT_HAS_EXPIRED'],
    ['wrong-name-certificate', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['self-signed-certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ] as const)(
    '%s: wrong in nothing else, so that only a careless client gets in',
    async (name, code) => {
      expect(await failureOf(name)).toBe(code)
      expect(hostileReceivers.receiver(name).requests()).toBe(0)
      const answer = await post(
        hostileReceivers.receiver(name).url,
        {},
        { rejectUnauthorized: false },
      )
      expect(answer.statusCode).toBe(200)
    },
  )
})

describe('in the response', () => {
  it('one writes the head byte by byte, several requests within a deadline', async () => {
    const { hostname, port } = new URL(hostileReceivers.receiver('slow-headers').url)
    const socket = connectTls({ host: hostname, port: Number(port), ca: authority.certPem })
    await once(socket, 'secureConnect')
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n')
    const chunks: string[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk.toString()))
    await waitFor(() => chunks.length >= 4, { what: 'the first bytes' })
    expect(chunks.slice(0, 4)).toEqual(['H', 'T', 'T', 'P'])
    socket.destroy()
    await waitFor(() => hostileReceivers.receiver('slow-headers').connections() === 0, {
      what: 'the end',
    })
  })

  it('one sends status 200 immediately and the body byte by byte', async () => {
    const answer = await post(hostileReceivers.receiver('slow-body').url)
    expect(answer.statusCode).toBe(200)
    const chunks: string[] = []
    answer.on('data', (chunk: Buffer) => chunks.push(chunk.toString()))
    await waitFor(() => chunks.length >= 4, { what: 'the first bytes' })
    expect(chunks.slice(0, 4)).toEqual(['b', 'b', 'b', 'b'])
    answer.destroy()
  })

  it('one sends an endless body at full speed', async () => {
    const answer = await post(hostileReceivers.receiver('endless-body').url)
    let bytes = 0
    answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
    await waitFor(() => bytes > 50_000_000, { what: '50 MB' })
    expect(answer.complete).toBe(false)
    answer.destroy()
  })

  it('one sends a megabyte that inflates to a gigabyte', async () => {
    const answer = await post(hostileReceivers.receiver('gzip-bomb').url)
    expect(answer.headers['content-encoding']).toBe('gzip')
    expect(Number(answer.headers['content-length'])).toBeLessThan(1_100_000)
    let inflatedBytes = 0
    for await (const chunk of answer.pipe(createGunzip({ chunkSize: 1024 * 1024 })))
      inflatedBytes += (chunk as Buffer).length
    expect(inflatedBytes).toBe(gzipBombInflatedBytes)
    expect(inflatedBytes).toBeGreaterThanOrEqual(1_000_000_000)
  })

  it('one sends a header of a megabyte', async () => {
    expect(await failureOf('huge-header')).toBe('HPE_HEADER_OVERFLOW')
    const options = { maxHeaderSize: 2 * 1024 * 1024 }
    const answer = await post(hostileReceivers.receiver('huge-header').url, {}, options)
    expect(answer.headers['x-filler']).toHaveLength(1024 * 1024)
  })

  it.each(['floods-early-hints', 'early-hints-then-answer'] as const)(
    '%s: sends thousands of 103',
    async (name) => {
      const { hostname, port } = new URL(hostileReceivers.receiver(name).url)
      const socket = connectTls({ host: hostname, port: Number(port), ca: authority.certPem })
      await once(socket, 'secureConnect')
      socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n')
      let text = ''
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
      await waitFor(() => text.length > 500_000, { what: 'the flood' })
      expect(text.split('HTTP/1.1 103 Early Hints').length).toBeGreaterThan(5_000)
      socket.destroy()
    },
  )

  it('one resets the connection after the whole request', async () => {
    expect(await failureOf('reset-after-request')).toBe('ECONNRESET')
    expect(hostileReceivers.receiver('reset-after-request').requests()).toBe(1)
  })

  it('one answers 204 to about every second attempt, decided by seed and attempt', async () => {
    const only = ['flaky-half'] as const
    const attempts = Array.from({ length: 60 }, (_, n) => ({ 'webhook-id': `d-${n}` }))
    const statuses = async (seed: number, order: typeof attempts) => {
      const own = await startHostileReceivers({ authority, seed, timeoutMs, only })
      const found: Record<string, number | undefined> = {}
      for (const headers of order)
        found[headers['webhook-id']] = (
          await post(own.receiver('flaky-half').url, { ...headers, 'x-service-attempt': '1' })
        ).statusCode
      await own.close()
      return found
    }
    const first = await statuses(1, attempts)
    expect(await statuses(1, attempts.toReversed())).toEqual(first)
    expect(await statuses(2, attempts)).not.toEqual(first)
    const good = Object.values(first).filter((status) => status === 204)
    expect(Math.abs(good.length - 30)).toBeLessThan(12)
  })

  it('one responds just inside the deadline and one just outside', async () => {
    const took = async (name: HostileReceiverName) => {
      const startedMs = performance.now()
      expect((await post(hostileReceivers.receiver(name).url)).statusCode).toBe(204)
      return performance.now() - startedMs
    }
    const early = await took('answers-just-in-time')
    expect(early).toBeGreaterThan(timeoutMs * 0.5)
    expect(early).toBeLessThan(timeoutMs)
    expect(await took('answers-just-too-late')).toBeGreaterThan(timeoutMs)
  })
})

function post(url: string, headers: Record<string, string> = {}, options = {}) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const trusted = { method: 'POST', ca: authority.certPem, agent: false, headers }
    const request = httpsRequest(url, { ...trusted, ...options }, resolve)
    request.on('error', reject)
    request.end('{}')
  })
}

async function text(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

async function failureOf(name: HostileReceiverName): Promise<string | undefined> {
  return post(hostileReceivers.receiver(name).url).then(
    () => undefined,
    (error: unknown) => (error as NodeJS.ErrnoException).code,
  )
}

async function dial(name: HostileReceiverName): Promise<Socket> {
  const { hostname, port } = new URL(hostileReceivers.receiver(name).url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}

async function heardIn(socket: Socket): Promise<number> {
  await quiet()
  return socket.bytesRead
}

/** Only waiting can show that nothing arrives. */
function quiet(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 100))
}
