import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, it } from '@jest/globals'
import { waitFor } from '@throughline/testkit/wait-for'
import type { Arrival } from './arrival.js'
import { createBodyReceiver, receivedBody } from './receive-body.js'
import { rejectRequest } from './reject-request.js'

const MEGABYTE = 1024 * 1024

let server: Server
const received: Arrival[] = []
const connections = new Set<Socket>()

/** A server that receives bodies of at most this size from one client; the test sends the responses. */
async function start(limitBytes: number): Promise<string> {
  const receive = createBodyReceiver<Arrival>({
    limitOf: () => limitBytes,
    withinMs: () => undefined,
    onComplete: (arrival) => received.push(arrival),
    onRejected: ({ request, response }, error) =>
      rejectRequest(
        { request, response, requestId: 'id', publicUrl: 'https://api.example' },
        error,
      ),
  })
  server = createServer((request, response) => {
    const client = request.headers['x-client'] as string
    receive({ request, response, client, startedMs: 0, asked: '', address: '', isApi: true })
  })
  server.on('connection', (socket) => connections.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The sum over all open connections. */
function bytesRead(): number {
  return [...connections].reduce((sum, { bytesRead }) => sum + bytesRead, 0)
}

function exposeGarbageCollection(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}

afterEach(() => {
  server.closeAllConnections()
  server.close()
  received.length = 0
  connections.clear()
})

it('counts a body of more than 64 kB until its response', async () => {
  const url = await start(MEGABYTE)
  const send = async (client: string) => {
    const body = Buffer.alloc(MEGABYTE)
    return (await fetch(url, { method: 'POST', headers: { 'x-client': client }, body })).status
  }
  const first = Array.from({ length: 6 }, () => send('a'))
  await waitFor(() => received.length === 6, { what: 'six bodies' })
  expect(await send('a')).toBe(503)
  const other = send('b')
  await waitFor(() => received.length === 7, { what: 'the body of another client' })

  received[0]?.response.end()
  await Promise.race(first)
  const next = send('a')
  await waitFor(() => received.length === 8, { what: 'the next body' })

  for (const { response } of received) response.end()
  expect(await Promise.all([...first, other, next])).toEqual(Array(8).fill(200))
})

it('stores a body of many small chunks in as little memory as a body of few chunks', async () => {
  const url = await start(64 * 1024)
  const collectGarbage = exposeGarbageCollection()
  const size = 60_000
  const chunks = '1\r\nx\r\n'.repeat(size)
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  const sockets = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      const head = 'POST / HTTP/1.1\r\nHost: x\r\nX-Client: a\r\nTransfer-Encoding: chunked\r\n\r\n'
      await new Promise((resolve) => socket.write(head + chunks, resolve))
      return socket
    }),
  )
  await waitFor(() => bytesRead() >= 5 * chunks.length, { what: 'the bodies' })
  collectGarbage()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20 * MEGABYTE)

  for (const socket of sockets) socket.write('0\r\n\r\n')
  await waitFor(() => received.length === 5, { what: 'the ends of the bodies' })
  for (const { request } of received)
    expect(receivedBody(request, size).toString()).toBe('x'.repeat(size))
})

it('returns a body unchanged, and rejects a body above the limit', async () => {
  const url = await start(10)
  const sent = [fetch(url, { method: 'POST', body: 'abc', headers: { 'x-client': 'a' } })]
  await waitFor(() => received.length === 1, { what: 'the body' })
  sent.push(fetch(url, { method: 'POST', body: 'a'.repeat(11), headers: { 'x-client': 'a' } }))
  await waitFor(() => received.length === 2, { what: 'the end of the larger one' })
  const [small, large] = received as [Arrival, Arrival]
  expect(receivedBody(small.request, 10).toString()).toBe('abc')
  expect(() => receivedBody(large.request, 10)).toThrow('larger than')
  for (const { response } of received) response.end()
  await Promise.all(sent)
})
