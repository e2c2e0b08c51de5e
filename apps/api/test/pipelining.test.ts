import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { waitFor } from '@throughline/testkit/wait-for'
import { boundPipelining } from '../src/http/pipelining.js'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
const sockets = new Set<Socket>()
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
})

/** A connection on which this many requests are sent, and nothing is read until `resume`. */
function pipeline(port: number, count: number, path = '/openapi.json'): Socket {
  const socket = connect(port, '127.0.0.1').pause()
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`.repeat(count))
  sockets.add(socket)
  return socket
}

const portOfApi = () => Number(new URL(api.url).port)

describe('clients that send requests and read no responses', () => {
  it('use a bounded amount of memory, and do not delay other clients', async () => {
    await api.request('GET', '/openapi.json')
    const before = process.memoryUsage()
    for (let n = 0; n < 10; n += 1) pipeline(portOfApi(), 1_300)
    await waitFor(() => [...sockets].every(({ bytesWritten }) => bytesWritten > 50_000), {
      what: 'all requests to be sent',
    })
    for (let n = 0; n < 5; n += 1) {
      const startedMs = performance.now()
      expect((await api.request('GET', '/livez')).status).toBe(200)
      expect(performance.now() - startedMs).toBeLessThan(10_000)
    }
    const after = process.memoryUsage()
    // 13,000 responses of about 300 kB each were requested.
    expect(after.rss - before.rss).toBeLessThan(250 * 1024 * 1024)
  })

  it('get every response, in order, once they read', async () => {
    const socket = pipeline(portOfApi(), 300, '/livez')
    await api.request('GET', '/livez')
    let answers = 0
    socket.on('data', (chunk: Buffer) => {
      answers += chunk.toString('latin1').match(/HTTP\/1\.1 200/g)?.length ?? 0
    })
    socket.resume()
    await waitFor(() => answers >= 299, { what: 'the answers' })
    expect(socket.destroyed).toBe(false)
  })
})

describe('the pending responses of a connection', () => {
  async function start(answer: (response: ServerResponse, n: number) => void) {
    let seen = 0
    const server = createServer(
      boundPipelining((request, response) => {
        request.resume()
        answer(response, (seen += 1))
      }),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    return {
      port,
      seen: () => seen,
      close: () => {
        server.closeAllConnections()
        server.close()
      },
    }
  }

  it('are at most eight at a time, and the rest follows', async () => {
    const open: ServerResponse[] = []
    const server = await start((response) => open.push(response))
    const socket = pipeline(server.port, 1_000)
    socket.resume()
    await waitFor(() => server.seen() === 8, { what: 'eight requests' })
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(server.seen()).toBe(8)
    let ended = 0
    await waitFor(
      () => {
        for (const response of open.splice(0)) {
          response.end('x')
          ended += 1
        }
        return ended === 1_000
      },
      { what: 'all answers', everyMs: 1 },
    )
    server.close()
  })

  it('are one if it is large and not read', async () => {
    const large = Buffer.alloc(32 * 1024 * 1024)
    const server = await start((response) => response.end(large))
    const socket = pipeline(server.port, 1_000)
    await waitFor(() => server.seen() > 0, { what: 'the first' })
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(server.seen()).toBe(1)
    socket.on('data', () => undefined).resume()
    await waitFor(() => server.seen() >= 3, { what: 'the next ones' })
    server.close()
  })

  it('arrive in the order of the requests, bodies included', async () => {
    const server = await start((response, n) => {
      setTimeout(() => response.end(`<${n}>`), n % 3)
    })
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined)
    sockets.add(socket)
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
    const body = 'b'.repeat(3_000)
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3000\r\n\r\n${body}`.repeat(200))
    await waitFor(() => text.includes('<200>'), { what: 'the last answer' })
    expect(text.match(/<\d+>/g)).toEqual(Array.from({ length: 200 }, (_, n) => `<${n + 1}>`))
    server.close()
  })
})
