import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { waitFor } from '@throughline/testkit/wait-for'
import { createApiServer } from '../src/server.js'
import { startTestApi, type TestApi } from './harness.js'

interface Exchange {
  /** Everything that was received until the server closed the connection. */
  answer: string
  ms: number
}

let api: TestApi
/** Each test waits for a timeout of the server, some for ten seconds, so all start together. */
let exchanges: ReturnType<typeof beginExchanges>
beforeAll(async () => {
  api = await startTestApi()
  exchanges = beginExchanges()
})
afterAll(() => api.close())

function beginExchanges() {
  const host = `Host: ${api.project.linkHost}\r\n`
  const post = `POST /x HTTP/1.1\r\n${host}`
  return {
    visit: send(bodyOf(100, `POST /api/visits HTTP/1.1\r\n${host}`, '{"token"')),
    request: send(`GET /x HTTP/1.1\r\n${host}`),
    headers: keepSending(`GET /x HTTP/1.1\r\n${host}`, 'x: y\r\n'),
    'a body': keepSending(bodyOf(100_000, post), '.'),
    'a body of the API': keepSending(bodyOf(1_000, callWithKey()), ' '),
  }
}

const bodyOf = (length: number, head: string, start = ' ') =>
  `${head}Content-Length: ${length}\r\n\r\n${start}`
const callWithKey = () =>
  `POST /api/links HTTP/1.1\r\nHost: ${new URL(api.url).host}\r\nx-project-key: ${api.project.key}\r\nContent-Type: application/json\r\n`

/** Sends an incomplete request and nothing more. */
function send(text: string): Promise<Exchange> {
  return exchange(connect(Number(new URL(api.url).port), '127.0.0.1'), text)
}

/** Sends an incomplete request and then continues byte by byte, whatever the server sends. */
async function keepSending(text: string, more: string): Promise<Exchange> {
  const port = Number(new URL(api.url).port)
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const sending = setInterval(() => socket.write(more), 100)
  return exchange(socket, text).finally(() => clearInterval(sending))
}

async function exchange(socket: Socket, text: string): Promise<Exchange> {
  const startedAtMs = performance.now()
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // Writing to a closed connection is an error, which occurs before the close event.
  socket.on('error', () => undefined)
  socket.write(text)
  await new Promise((resolve) => socket.once('close', resolve))
  return { answer: Buffer.concat(chunks).toString(), ms: performance.now() - startedAtMs }
}

it('a device report whose body does not arrive gets 408 within seconds, and is closed', async () => {
  const { answer, ms } = await exchanges.visit
  expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*"code":"request_timeout"/)
  expect(answer).toMatch(/^connection: close\r$/im)
  expect(answer.match(/^HTTP\/1\.1/gm)).toHaveLength(1)
  // Three seconds, and less than the ten seconds for any request.
  expect(ms).toBeLessThan(8_000)
})

it('an incomplete request gets 408 after ten seconds', async () => {
  const { answer, ms } = await exchanges.request
  expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*"code":"request_timeout"/)
  expect(ms).toBeGreaterThan(9_000)
})

it.each(['headers', 'a body', 'a body of the API'] as const)(
  'a client that sends %s without end gets a response and is disconnected, even if it reads nothing',
  async (what) => {
    const { answer } = await exchanges[what]
    expect(answer).toMatch(/HTTP\/1\.1 408 /)
  },
)

it('a connection without progress is closed after half a minute', () => {
  expect(createApiServer(api.ctx).timeout).toBe(30_000)
})

it('a flood of OPTIONS gets responses, and at most a hundred wait for the database', async () => {
  const client = await api.database.pool.connect()
  await client.query('BEGIN')
  await client.query('LOCK TABLE links IN ACCESS EXCLUSIVE MODE')
  const flood = Array.from({ length: 300 }, (_, n) => api.visit('OPTIONS', `/flood-${n}`))
  const statuses = (await Promise.all(flood)).map(({ status }) => status)
  const { pool } = api.ctx.database
  const inUse = () => pool.totalCount - pool.idleCount + pool.waitingCount
  const atOnce = inUse()
  await client.query('ROLLBACK')
  client.release()
  expect(new Set(statuses)).toEqual(new Set([204]))
  expect(atOnce).toBeGreaterThan(0)
  expect(atOnce).toBeLessThanOrEqual(110)
  await waitFor(() => inUse() === 0, { what: 'the last lookup' })
})
