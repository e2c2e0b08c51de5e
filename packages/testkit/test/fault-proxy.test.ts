import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { startFaultProxy, type FaultProxy } from '../src/fault-proxy.js'
import { testEnv } from '../src/test-env.js'
import { waitFor } from '../src/wait-for.js'

const { databaseUrl, redisUrl } = testEnv()

const cleanUps: (() => unknown)[] = []
let proxy: FaultProxy
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

describe('before PostgreSQL', () => {
  beforeEach(() => startFor(databaseUrl))

  it('resets a session in the middle of its statement; new sessions work', async () => {
    const client = await openSession()
    const failure = failureOf(client.query('SELECT pg_sleep(3)'))
    await untilSeen(client, ({ query, state }) => state === 'active' && query.includes('pg_sleep'))
    proxy.inject({ kind: 'reset' })
    expect(await failure).toMatchObject({ code: 'ECONNRESET' })
    expect(await ask(await openSession())).toBe(1)
  })

  it('lets the server lose a session unnoticed by its client until its next statement', async () => {
    const client = await openSession()
    proxy.inject({ kind: 'half-open' })
    await untilSeen(client, null)
    let isAnswered = false
    const failure = failureOf(client.query('SELECT 1')).finally(() => (isAnswered = true))
    expect(await ask(await openSession())).toBe(1)
    expect(isAnswered).toBe(false)
    await proxy.heal()
    expect(await failure).toMatchObject({ code: 'ECONNRESET' })
  })

  it('commits, and cuts the connection before the client gets the result', async () => {
    const client = await openSession()
    const key = Math.floor(Math.random() * 2 ** 31)
    await client.query(`CREATE TABLE IF NOT EXISTS fault_proxy_commits (key bigint)`)
    proxy.inject({ kind: 'cut-after', direction: 'to-client', minBytes: 1, maxBytes: 4 })
    const failure = await failureOf(client.query(`INSERT INTO fault_proxy_commits VALUES (${key})`))
    expect(failure).toBeInstanceOf(Error)
    await proxy.heal()
    const witness = await openSession()
    const { rows } = await witness.query(`DELETE FROM fault_proxy_commits RETURNING key`)
    expect(rows).toEqual([{ key: String(key) }])
    await witness.query('DROP TABLE fault_proxy_commits')
  })

  it('delays by its latency, and accepts no session while it is a black hole', async () => {
    const client = await openSession()
    proxy.inject({ kind: 'latency', ms: 40 })
    const startedMs = performance.now()
    expect(await ask(client)).toBe(1)
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(79)
    proxy.inject({ kind: 'blackhole' })
    await expect(openSession({ connectionTimeoutMillis: 100 })).rejects.toThrow('timeout')
    await proxy.heal()
    expect(await ask(client)).toBe(1)
    expect(await ask(await openSession())).toBe(1)
  })
})

const describeWithRedis = redisUrl === null ? describe.skip : describe
describeWithRedis('before Redis', () => {
  beforeEach(() => startFor(redisUrl ?? ''))

  it('causes only faults that a client can meet, and heals', async () => {
    const ping = await openRedis()
    expect(await ping()).toBe('+PONG')
    proxy.inject({ kind: 'latency', ms: 40, jitterMs: 10 })
    const startedMs = performance.now()
    expect(await ping()).toBe('+PONG')
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(79)
    await proxy.heal()

    for (const kind of ['blackhole', 'half-open'] as const) {
      const lost = await openRedis()
      proxy.inject({ kind })
      const answer = lost()
      expect(await Promise.race([answer, later('silence')])).toBe('silence')
      await proxy.heal()
      expect(await answer).toBe('ECONNRESET')
    }

    const reset = await openRedis()
    expect(await reset()).toBe('+PONG')
    proxy.inject({ kind: 'reset' })
    expect(await reset()).toBe('ECONNRESET')

    proxy.inject({ kind: 'cut-after', direction: 'to-server', minBytes: 8, maxBytes: 8 })
    const cut = await openRedis()
    expect(await cut()).toBe('+PONG')
    expect(await cut()).toBe('end')
    await proxy.heal()
    expect(await (await openRedis())()).toBe('+PONG')
  })
})

async function startFor(url: string): Promise<void> {
  proxy = await startFaultProxy(url, { seed: 1 })
  cleanUps.push(() => proxy.close())
}

async function openSession(options: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: proxy.url, ...options })
  client.on('error', () => undefined)
  cleanUps.push(() => void client.end().catch(() => undefined))
  await client.connect()
  return client
}

async function ask(client: pg.Client): Promise<unknown> {
  const { rows } = await client.query<{ one: number }>('SELECT 1 AS one')
  return rows[0]?.one
}

type Seen = { readonly query: string; readonly state: string }

/** Waits until the server, queried without the proxy, reports the session in this state; null: no longer reports it. */
async function untilSeen(session: pg.Client, isSo: ((seen: Seen) => boolean) | null) {
  const observer = new pg.Client({ connectionString: databaseUrl })
  await observer.connect()
  cleanUps.push(() => observer.end())
  // The session's process id is missing in the type definitions.
  const { processID } = session as pg.Client & { processID: number }
  await waitFor(
    async () => {
      const sql = 'SELECT query, state FROM pg_stat_activity WHERE pid = $1'
      const [seen] = (await observer.query<Seen>(sql, [processID])).rows
      return seen === undefined ? isSo === null : isSo?.(seen)
    },
    { what: 'the server to see it so' },
  )
}

function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  )
}

/** A connection that sends PING: resolves with the response, or with how the connection ended. */
async function openRedis(): Promise<() => Promise<string>> {
  const socket = connect(proxy.port, '127.0.0.1')
  cleanUps.push(() => socket.destroy())
  const errors: NodeJS.ErrnoException[] = []
  socket.on('error', (error) => errors.push(error))
  await once(socket, 'connect')
  return () =>
    new Promise((resolve) => {
      const onEnd = () => resolve(errors[0]?.code ?? 'end')
      socket.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()))
      if (socket.closed) onEnd()
      else socket.once('close', onEnd)
      socket.write('PING\r\n')
    })
}

function later<T>(value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(value), 100))
}
