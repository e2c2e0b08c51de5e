import { once } from 'node:events'
import { request as httpsRequest } from 'node:https'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { startFaultProxy, type FaultProxy, type FaultProxyOptions } from './fault-proxy.js'
import { startTestReceiver } from './receiver.js'
import { createRandom } from './seeded-random.js'
import { waitFor } from './wait-for.js'

/** Long enough for loopback to deliver everything that was sent. */
const quietMs = 60

const cleanUps: (() => unknown)[] = []
/** The echo server's ends of its connections, in order. */
let served: Socket[]
let echo: Server
let echoUrl: string
beforeEach(async () => {
  served = []
  echo = createServer((socket) => {
    served.push(socket)
    socket.on('error', () => undefined)
    socket.pipe(socket)
  })
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve))
  // A server that listens on a TCP port has an AddressInfo.
  echoUrl = `tcp://127.0.0.1:${(echo.address() as AddressInfo).port}`
})
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
  for (const socket of served) socket.destroy()
  await new Promise((resolve) => echo.close(resolve))
})

describe('a proxy without a fault', () => {
  it('forwards bytes both ways, whole and in order, also more than a socket buffers', async () => {
    const client = await open(await proxied())
    const sent = Buffer.alloc(20_000_000)
    for (let n = 0; n < sent.length; n += 4) sent.writeUInt32LE(n, n)
    client.socket.end(sent)
    await client.ended()
    expect(client.received().equals(sent)).toBe(true)
  })

  it('forwards an end as an end, and a reset as a reset', async () => {
    const proxy = await proxied()
    const client = await open(proxy)
    await client.says('a')
    last(served).resetAndDestroy()
    expect(await client.closed()).toBe('ECONNRESET')

    const other = await open(proxy)
    await other.says('b')
    const ended = once(last(served), 'error')
    other.socket.resetAndDestroy()
    expect(await ended).toMatchObject([{ code: 'ECONNRESET' }])
    await waitFor(() => proxy.openConnections() === 0, { what: 'both connections to be gone' })
    expect(proxy.acceptedConnections()).toBe(2)
  })

  it('closes the connection when the server is not there', async () => {
    const proxy = await proxied()
    await new Promise((resolve) => echo.close(resolve))
    const client = await open(proxy)
    expect(await client.closed()).toBe('ECONNRESET')
  })
})

describe('cut', () => {
  it('closes open connections and refuses new ones, until it is restored on the same port', async () => {
    const proxy = await proxied()
    const client = await open(proxy)
    await client.says('a')
    await proxy.cut()
    await client.ended()
    await expect(open(proxy)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await proxy.restore()
    await proxy.restore()
    await (await open(proxy)).says('b')
  })

  it('can be set from the start, and heals', async () => {
    const proxy = await proxied({ startsCut: true })
    await expect(open(proxy)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await proxy.heal()
    await (await open(proxy)).says('a')
  })
})

describe('freeze', () => {
  it('holds back all bytes, also of new connections, and loses none', async () => {
    const proxy = await proxied()
    const client = await open(proxy)
    await client.says('a')
    proxy.freeze()
    const late = await open(proxy)
    client.socket.write('b')
    late.socket.end('c')
    await quiet()
    expect(client.text() + late.text()).toBe('a')
    proxy.thaw()
    await client.hears('ab')
    await late.ended()
    expect(late.text()).toBe('c')
  })
})

describe('latency', () => {
  it('delays bytes in each direction, keeps their order, and heals', async () => {
    const proxy = await proxied({ seed: 3 })
    const client = await open(proxy)
    await client.says('a')
    proxy.inject({ kind: 'latency', ms: 50, jitterMs: 30 })
    const startedMs = performance.now()
    for (const letter of 'bcdefgh') client.socket.write(letter)
    client.socket.end('i')
    await client.ended()
    expect(client.text()).toBe('abcdefghi')
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(99)

    proxy.inject({ kind: 'latency', ms: 600_000 })
    const patient = await open(proxy)
    patient.socket.write('x')
    await quiet()
    await proxy.heal()
    await patient.hears('x')
  })
})

describe('blackhole', () => {
  it('accepts connections and drops what is sent on open and new ones', async () => {
    const proxy = await proxied()
    const client = await open(proxy)
    await client.says('a')
    proxy.inject({ kind: 'blackhole' })
    const late = await open(proxy)
    client.socket.write('b')
    late.socket.write('c')
    last(served).write('from the server')
    await quiet()
    expect(client.text() + late.text()).toBe('a')
    expect([client.isClosed(), late.isClosed()]).toEqual([false, false])
    expect(served).toHaveLength(1)
  })

  it('hides the end of either side from the other', async () => {
    const proxy = await proxied()
    const [first, second] = [await open(proxy), await open(proxy)]
    await first.says('a')
    await second.says('b')
    const [firstServed, secondServed] = served
    proxy.inject({ kind: 'blackhole' })
    first.socket.destroy()
    secondServed?.resetAndDestroy()
    await quiet()
    expect(firstServed?.readableEnded).toBe(false)
    expect(second.isClosed()).toBe(false)
    await proxy.heal()
    expect(await second.closed()).toBe('ECONNRESET')
    await waitFor(() => firstServed?.destroyed, { what: 'the server to hear of it' })
  })

  it('heals: connections that lost bytes are reset, others continue, new ones work', async () => {
    const proxy = await proxied()
    const [loser, idle] = [await open(proxy), await open(proxy)]
    await loser.says('a')
    await idle.says('b')
    proxy.inject({ kind: 'blackhole' })
    const late = await open(proxy)
    loser.socket.write('c')
    late.socket.write('d')
    await quiet()
    await proxy.heal()
    expect(await loser.closed()).toBe('ECONNRESET')
    expect(await late.closed()).toBe('ECONNRESET')
    await idle.says('e')
    await (await open(proxy)).says('f')
  })
})

describe('reset', () => {
  it('resets both sides of open connections, once', async () => {
    const proxy = await proxied()
    const client = await open(proxy)
    await client.says('a')
    const atServer = once(last(served), 'error')
    proxy.inject({ kind: 'reset' })
    expect(await client.closed()).toBe('ECONNRESET')
    expect(await atServer).toMatchObject([{ code: 'ECONNRESET' }])
    await (await open(proxy)).says('b')
  })
})

describe('half-open', () => {
  it("closes the server's side without telling the client; new connections work", async () => {
    const proxy = await proxied()
    const client = await open(proxy)
    await client.says('a')
    proxy.inject({ kind: 'half-open' })
    await waitFor(() => last(served).destroyed, { what: 'the server’s side to be closed' })
    client.socket.write('b')
    await quiet()
    expect([client.text(), client.isClosed()]).toEqual(['a', false])
    await (await open(proxy)).says('c')
  })

  it("heals as a restarted server does: by a reset at the client's next bytes", async () => {
    const proxy = await proxied()
    const [loud, still] = [await open(proxy), await open(proxy)]
    await loud.says('a')
    await still.says('b')
    proxy.inject({ kind: 'half-open' })
    loud.socket.write('c')
    await quiet()
    await proxy.heal()
    expect(await loud.closed()).toBe('ECONNRESET')
    await quiet()
    expect(still.isClosed()).toBe(false)
    still.socket.write('d')
    expect(await still.closed()).toBe('ECONNRESET')
  })

  it('leaves no connection behind when the client resets it', async () => {
    const proxy = await proxied()
    const client = await open(proxy)
    await client.says('a')
    proxy.inject({ kind: 'half-open' })
    client.socket.resetAndDestroy()
    await waitFor(() => proxy.openConnections() === 0, { what: 'the connection to be gone' })
  })
})

describe('cut-after', () => {
  it('closes a new connection after exactly so many bytes to the client', async () => {
    const proxy = await proxied()
    proxy.inject({ kind: 'cut-after', direction: 'to-client', minBytes: 1_000, maxBytes: 1_000 })
    const client = await open(proxy)
    client.socket.write(Buffer.alloc(700))
    client.socket.write(Buffer.alloc(700))
    await client.closed()
    expect(client.received()).toHaveLength(1_000)
  })

  it('counts open connections from now on, also towards the server, and heals', async () => {
    const proxy = await proxied()
    const client = await open(proxy)
    await client.says('abc')
    const healed = await open(proxy)
    await healed.says('abc')
    const arrived: Buffer[] = []
    served[0]?.on('data', (chunk: Buffer) => arrived.push(chunk))
    proxy.inject({ kind: 'cut-after', direction: 'to-server', minBytes: 2, maxBytes: 2 })
    client.socket.write('defg')
    await client.closed()
    expect(Buffer.concat(arrived).toString()).toBe('de')
    await proxy.heal()
    await healed.says('a'.repeat(1_000))
  })

  it('draws the count from the seed and the number of the connection', async () => {
    const counts = async (seed: number) => {
      const proxy = await proxied({ seed })
      proxy.inject({ kind: 'cut-after', direction: 'to-client', minBytes: 1, maxBytes: 5_000 })
      const found: number[] = []
      for (let n = 0; n < 4; n += 1) {
        const client = await open(proxy)
        client.socket.write(Buffer.alloc(5_000))
        await client.closed()
        found.push(client.received().length)
      }
      return found
    }
    const first = await counts(1)
    expect(new Set(first).size).toBe(4)
    expect(await counts(1)).toEqual(first)
    expect(await counts(2)).not.toEqual(first)
  })
})

describe('a proxy without a seed', () => {
  it('reports the seed that it took', async () => {
    const { seed } = await proxied()
    expect(createRandom(seed).next()).toBe(createRandom(seed).next())
    expect(Number.isSafeInteger(seed)).toBe(true)
  })
})

describe('before an HTTPS receiver', () => {
  it('causes only faults that an HTTPS client can meet, and heals', async () => {
    const receiver = await startTestReceiver()
    cleanUps.push(() => receiver.close())
    const proxy = await proxied({}, receiver.url())
    const post = (timeoutMs = 10_000) =>
      new Promise<number | string>((resolve) => {
        const options = { method: 'POST', ca: receiver.caPem, agent: false }
        const request = httpsRequest(new URL('/hook', proxy.url), options, (response) => {
          response.resume().on('end', () => resolve(response.statusCode ?? 0))
        })
        const timer = setTimeout(() => request.destroy(new Error('no answer')), timeoutMs)
        request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
        request.on('close', () => clearTimeout(timer))
        request.end('{}')
      })
    expect(await post()).toBe(200)

    proxy.inject({ kind: 'blackhole' })
    expect(await post(200)).toBe('no answer')
    await proxy.heal()
    expect(await post()).toBe(200)

    proxy.inject({ kind: 'cut-after', direction: 'to-client', minBytes: 1, maxBytes: 200 })
    expect(await post()).toBe('ECONNRESET')
    await proxy.heal()

    receiver.respondWith(() => 'hang')
    for (const kind of ['reset', 'half-open'] as const) {
      const count = receiver.requests.length
      const pending = post(kind === 'reset' ? 10_000 : 300)
      await receiver.waitForRequests(count + 1)
      proxy.inject({ kind })
      expect(await pending).toBe(kind === 'reset' ? 'ECONNRESET' : 'no answer')
    }
    receiver.respondWith(() => ({ status: 204 }))
    proxy.inject({ kind: 'latency', ms: 20 })
    const startedMs = performance.now()
    expect(await post()).toBe(204)
    // The handshake is one round trip and the request another.
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(79)
  })
})

async function proxied(options: FaultProxyOptions = {}, url = echoUrl): Promise<FaultProxy> {
  const proxy = await startFaultProxy(url, options)
  cleanUps.push(() => proxy.close())
  return proxy
}

async function open({ port }: FaultProxy) {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  cleanUps.push(() => socket.destroy())
  const chunks: Buffer[] = []
  let failure: NodeJS.ErrnoException | undefined
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', (error) => (failure = error))
  await once(socket, 'connect')
  const received = () => Buffer.concat(chunks)
  const text = () => received().toString()
  const hears = (wanted: string) => waitFor(() => text().endsWith(wanted), { what: wanted })
  return {
    socket,
    received,
    text,
    hears,
    isClosed: () => socket.closed || socket.readableEnded,
    says: (said: string) => {
      socket.write(said)
      return hears(said)
    },
    ended: () => waitFor(() => socket.readableEnded, { what: 'the end' }),
    /** The reason: the error's code, or `end`. */
    closed: async () => {
      await waitFor(() => socket.closed, { what: 'the connection to be closed' })
      return failure?.code ?? 'end'
    },
  }
}

function last(sockets: readonly Socket[]): Socket {
  const socket = sockets.at(-1)
  if (socket === undefined) throw new Error('nobody has connected yet')
  return socket
}

/** Only waiting can show that nothing arrives. */
function quiet(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, quietMs))
}
