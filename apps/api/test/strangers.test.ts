import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { waitFor } from '@throughline/testkit/wait-for'
import { createApiServer } from '../src/server.js'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Sends what is no whole request, and answers all that comes back until the server ends the connection. */
async function sendAndWait(text: string): Promise<{ answer: string; ms: number }> {
  const startedAtMs = performance.now()
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.write(text)
  await once(socket, 'close')
  return { answer: Buffer.concat(chunks).toString(), ms: performance.now() - startedAtMs }
}

it('a report of a visit whose body does not come is 408 in some seconds, and closed', async () => {
  const { answer, ms } = await sendAndWait(
    `POST /api/visits HTTP/1.1\r\nHost: ${api.project.linkHost}\r\nContent-Length: 100\r\n\r\n{"token"`,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*"code":"request_timeout"/)
  expect(answer).toMatch(/^connection: close\r$/im)
  expect(answer.match(/^HTTP\/1\.1/gm)).toHaveLength(1)
  // Three seconds, and less than those in which any request must have come.
  expect(ms).toBeLessThan(8_000)
})

it('a request that does not come whole is 408 after ten seconds', async () => {
  const { answer, ms } = await sendAndWait(`GET /x HTTP/1.1\r\nHost: ${api.project.linkHost}\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*"code":"request_timeout"/)
  expect(ms).toBeGreaterThan(9_000)
}, 30_000)

it.each([
  ['headers', (host: string) => `GET /x HTTP/1.1\r\nHost: ${host}\r\n`, 'x: y\r\n'],
  ['a body', (host: string) => bodyOf(100_000, `POST /x HTTP/1.1\r\nHost: ${host}\r\n`), '.'],
  ['a body of the API', () => bodyOf(1_000, callWithKey()), ' '],
])(
  'who goes on and on with %s is told so and cut off, though he listens to nothing',
  async (_what, begin, more) => {
    const { port } = new URL(api.url)
    const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    // Writing to a connection that was cut off is an error, which comes before the close.
    socket.on('error', () => undefined)
    socket.write(begin(api.project.linkHost))
    const dripping = setInterval(() => socket.write(more), 100)
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(dripping)
    expect(Buffer.concat(chunks).toString()).toMatch(/HTTP\/1\.1 408 /)
  },
  40_000,
)

const bodyOf = (length: number, head: string) => `${head}Content-Length: ${length}\r\n\r\n `
const callWithKey = () =>
  `POST /api/links HTTP/1.1\r\nHost: ${new URL(api.url).host}\r\nx-project-key: ${api.project.key}\r\nContent-Type: application/json\r\n`

it('a connection on which nothing moves is ended after half a minute', () => {
  expect(createApiServer(api.ctx).timeout).toBe(30_000)
})

it('OPTIONS in a flood are answered, and a hundred at most wait for the database', async () => {
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
  await waitFor(() => inUse() === 0, { what: 'the last look-up' })
})
