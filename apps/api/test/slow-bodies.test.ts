import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import { waitFor } from '@throughline/testkit/wait-for'
import { startTestApi, type TestApi } from './harness.js'
import { AGENTS } from './user-agents.js'

const METRICS_TOKEN = 'metrics-token-of-tests'

let api: TestApi
const sockets = new Set<Socket>()
beforeAll(async () => {
  api = await startTestApi({
    env: { ACCESS_LOG: 'all', MAX_REQUESTS_IN_WORK: '8', METRICS_TOKEN, TRUST_PROXY: '1' },
  })
  const data = { projectId: api.project.id, code: 'known', actualUrl: 'https://a.example/' }
  await api.database.prisma.link.create({ data })
})
afterAll(() => api.close())
afterEach(async () => {
  const open = [...sockets].filter(({ closed }) => !closed)
  const closed = open.map((socket) => once(socket, 'close'))
  for (const socket of open) socket.destroy()
  await Promise.all(closed)
  sockets.clear()
})

interface Part {
  from: string
  target?: string
  length?: number
  sent: string
}

/** A request with an incomplete body; returns what is received meanwhile. */
async function sendPart({ from, target = 'POST /api/visits', length = 1_000, sent }: Part) {
  const host = target.includes('visits') ? api.project.linkHost : new URL(api.url).host
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
  const read = { socket, text: '' }
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => (read.text += chunk.toString()))
  sockets.add(socket)
  await once(socket, 'connect')
  await new Promise((resolve) =>
    socket.write(
      `${target} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${from}\r\nContent-Length: ${length}\r\n` +
        `Content-Type: application/json\r\nx-project-key: ${api.project.key}\r\n\r\n${sent}`,
      resolve,
    ),
  )
  return read
}

const follow = () => api.visit('GET', '/known', { headers: { 'user-agent': AGENTS.desktop } })

it('reading a slow body uses no concurrency slot', async () => {
  await Promise.all(Array.from({ length: 50 }, () => sendPart({ from: '203.0.113.1', sent: '{' })))
  expect((await follow()).status).toBe(302)
  expect((await api.request('GET', '/api/webhooks')).status).toBe(200)
})

it('an address may send a hundred at the same time, also within a /64 of IPv6, without affecting others', async () => {
  const send = (n: number) => sendPart({ from: `2001:db8::${n.toString(16)}`, sent: '{' })
  const all = await Promise.all(Array.from({ length: 101 }, (_, n) => send(n + 1)))
  const refused = () => all.filter(({ text }) => text.startsWith('HTTP/1.1 503'))
  await waitFor(() => refused().length > 0, { what: 'the refusal' })
  expect(refused()).toHaveLength(1)
  expect(refused()[0]?.text).toMatch(/retry-after: 1\r\n[^]*"code":"overloaded"/i)
  const lines = api.logs.lines().filter(({ msg, status }) => msg === 'request' && status === 503)
  expect(lines).toEqual([expect.objectContaining({ method: 'POST', route: 'none' })])
  expect(refused()[0]?.text).toContain(`"request_id":"${String(lines[0]?.['requestId'])}"`)
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` }
  const { text } = await api.request('GET', '/metrics', { key: null, token: null, headers })
  expect(text).toContain('throughline_requests_refused_total{status="503",cause="overloaded"} 1\n')
  const other = await api.sdk('POST', '/api/links', {
    body: { actual_url: 'https://b.example/' },
    headers: { 'X-Forwarded-For': '203.0.113.9' },
  })
  expect(other.status).toBe(201)

  // A client that disconnects releases its capacity.
  const [gone] = all.filter(({ text }) => text === '')
  gone?.socket.destroy()
  await waitFor(
    async () => {
      const { socket, text } = await send(200)
      await follow()
      if (text === '') return true
      socket.destroy()
      return false
    },
    { what: 'a place' },
  )
})

it('those of routes with a larger limit use at most 16 MB, without affecting others', async () => {
  const sent = 'x'.repeat(1_000_000)
  const target = 'POST /api/links/bulk'
  const all = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      sendPart({ from: `198.51.100.${n}`, target, length: 1_040_000, sent }),
    ),
  )
  const refused = () => all.filter(({ text }) => text.startsWith('HTTP/1.1 503')).length
  await waitFor(() => refused() >= 23, { what: 'the refusals', timeoutMs: 8_000 })
  expect(refused()).toBeLessThanOrEqual(24)
  const body = { actual_url: 'https://c.example/' }
  expect((await api.sdk('POST', '/api/links', { body })).status).toBe(201)
  expect((await follow()).status).toBe(302)
})

it('a body in pieces is read completely, and one that is too large gets 413', async () => {
  const body = JSON.stringify({ actual_url: 'https://pieces.example/' })
  const target = 'POST /api/links'
  const part = { from: '203.0.113.2', target, length: body.length }
  const { socket, ...read } = await sendPart({ ...part, sent: body.slice(0, 10) })
  socket.write(body.slice(10, 20))
  await follow()
  socket.write(body.slice(20))
  socket.on('data', (chunk: Buffer) => (read.text += chunk.toString()))
  await waitFor(() => read.text.includes('https://pieces.example/'), { what: 'the link' })
  expect(read.text).toMatch(/^HTTP\/1\.1 201 /)
  for (const isChunked of [false, true]) {
    const rawBody = JSON.stringify({ actual_url: 'x'.repeat(70_000) })
    const headers = { 'content-type': 'application/json' }
    const answer = await api.sdk('POST', '/api/links', { rawBody, isChunked, headers })
    expect([answer.status, answer.body.code]).toEqual([413, 'body_too_large'])
  }
})
