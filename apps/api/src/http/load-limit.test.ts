import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, expect, it } from '@jest/globals'
import { waitFor } from '@throughline/testkit/wait-for'
import type { Arrival } from './arrival.js'
import { createLoadLimit } from './load-limit.js'
import { overloaded, rejectRequest } from './reject-request.js'

let server: Server
const inWork: Arrival[] = []

/** A server with this limit; a request's path identifies its client. */
async function start(max: number): Promise<string> {
  const load = createLoadLimit<Arrival>({
    max,
    start: (arrival) => {
      load.releaseWhenAnswered(arrival)
      inWork.push(arrival)
    },
    reject: ({ request, response }) =>
      rejectRequest(
        { request, response, requestId: 'id', publicUrl: 'https://api.example' },
        overloaded(),
      ),
  })
  server = createServer((request, response) => {
    const client = request.url ?? ''
    load.offer({ request, response, client, startedMs: 0, asked: '', address: '', isApi: true })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

afterEach(() => {
  server.closeAllConnections()
  server.close()
  inWork.length = 0
})

const started = (count: number) =>
  waitFor(() => inWork.length === count, { what: `${count} requests in work`, timeoutMs: 3_000 })
const end = (index: number, text = 'done') => inWork.at(index)?.response.end(text)

it('rejects requests above the limit immediately, with Retry-After', async () => {
  const url = await start(2)
  const first = fetch(url)
  const second = fetch(url)
  await started(2)

  const third = await fetch(url)

  expect(third.status).toBe(503)
  expect(third.headers.get('retry-after')).toBe('1')
  expect(third.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await third.json()).toMatchObject({ code: 'overloaded', status: 503 })
  for (const { response } of inWork) response.end('done')
  expect(await Promise.all([first, second].map(async (each) => (await each).text()))).toEqual([
    'done',
    'done',
  ])
})

it('accepts requests again after responses, or after callers disconnect', async () => {
  const url = await start(2)
  const gone = new AbortController()
  fetch(url, { signal: gone.signal }).catch(() => undefined)
  await started(1)
  const second = fetch(url)
  await started(2)
  const hasLeft = once((inWork[0] as Arrival).response, 'close')
  gone.abort()
  await hasLeft
  end(1)
  await second

  const third = fetch(url)
  await started(3)
  end(-1, 'taken')

  expect(await (await third).text()).toBe('taken')
})

it('does not count a finished response, even if its caller does not read it', async () => {
  const url = await start(2)
  const silent = connect(Number(new URL(url).port), '127.0.0.1')
  silent.on('error', () => undefined)
  silent.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2))
  await started(2)
  // More than the operating system buffers for a client that does not read.
  for (const { response } of inWork) response.end(Buffer.alloc(16 * 1024 * 1024))

  const third = fetch(url)
  await started(3)
  end(-1, 'taken')

  expect(await (await third).text()).toBe('taken')
  expect(inWork.map(({ response }) => response.writableFinished)).toEqual([false, false, true])
  silent.destroy()
})

it('gives the next place to a client below its share of a quarter', async () => {
  const url = await start(8)
  const hog = Array.from({ length: 8 }, () => fetch(`${url}/hog`))
  await started(8)
  const other = fetch(`${url}/other`)
  await waitFor(async () => (await countConnections()) === 9, { what: 'the other to wait' })
  expect((await fetch(`${url}/hog`)).status).toBe(503)

  end(0)
  await started(9)

  expect(inWork.at(-1)?.client).toBe('/other')
  for (const { response } of inWork.slice(1)) response.end('done')
  expect((await other).status).toBe(200)
  await Promise.all(hog)
})

it('lets no client wait for more than its share', async () => {
  const url = await start(8)
  const hog = Array.from({ length: 8 }, () => fetch(`${url}/hog`))
  await started(8)
  const others = Array.from({ length: 3 }, async () => (await fetch(`${url}/other`)).status)
  expect(await Promise.race(others)).toBe(503)

  for (const index of [0, 1, 2]) end(index)
  await started(10)

  for (const { response } of inWork.slice(3)) response.end('done')
  expect((await Promise.all(others)).sort()).toEqual([200, 200, 503])
  await Promise.all(hog)
})

it('rejects a client that waits after a second without a place', async () => {
  const url = await start(4)
  const hog = Array.from({ length: 4 }, () => fetch(`${url}/hog`))
  await started(4)
  const startedMs = performance.now()
  const other = await fetch(`${url}/other`)
  expect(other.status).toBe(503)
  expect(performance.now() - startedMs).toBeGreaterThan(900)
  for (const { response } of inWork) response.end('done')
  await Promise.all(hog)
})

it('lets no request wait if no client exceeds its share', async () => {
  const url = await start(4)
  const clients = ['a', 'b', 'c', 'd'].map((name) => fetch(`${url}/${name}`))
  await started(4)
  const startedMs = performance.now()
  expect((await fetch(`${url}/e`)).status).toBe(503)
  expect(performance.now() - startedMs).toBeLessThan(700)
  for (const { response } of inWork) response.end('done')
  await Promise.all(clients)
})

function countConnections(): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  )
}
