import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { fetchFile } from './fetch-file.js'
import type { HostReach } from './host-reach.js'

const reach: HostReach = { addressesOf: () => Promise.resolve(['127.0.0.1']), ca: undefined }

let server: Server
const sockets = new Set<Socket>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

/** The origin of a server that returns this for every request. */
async function startServer(say: (socket: Socket) => void): Promise<string> {
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).once('data', () => say(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `https://go.acme.com:${(server.address() as AddressInfo).port}`
}

describe('a host that cannot be checked', () => {
  it.each([
    ['Caddy', 80],
    ['nginx, which rejects the handshake,', 112],
    ['HAProxy', 40],
  ])('is reported where %s has no certificate for it', async (_front, description) => {
    const alert = Buffer.from([21, 3, 3, 0, 2, 2, description])
    const origin = await startServer((socket) => socket.end(alert))
    expect(await fetchFile(`${origin}/`, reach)).toEqual({
      failure: expect.stringMatching(/^the TLS proxy has no certificate for it/),
    })
  })

  it('is reported where it speaks plain HTTP', async () => {
    const origin = await startServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    expect(await fetchFile(`${origin}/`, reach)).toEqual({
      failure: expect.stringContaining('does not use TLS'),
    })
  })

  it('is reported where nothing answers, as a time-out', async () => {
    const origin = await startServer(() => undefined)
    expect(await fetchFile(`${origin}/`, reach, 50)).toEqual({
      failure: expect.stringContaining('it did not respond in time; check'),
    })
  })
})

describe('a file', () => {
  const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n'
  const startPlain = async (say: (socket: Socket) => void) =>
    (await startServer(say)).replace('https:', 'http:')

  it('is read up to 1 MB, then the connection is closed', async () => {
    let closed: Promise<unknown> | undefined
    const chunk = 'x'.repeat(65_536)
    const origin = await startPlain((socket) => {
      closed = new Promise((resolve) => socket.once('close', resolve))
      const send = () => {
        while (socket.write(chunk));
      }
      socket.on('drain', send).write(`${HEAD}\r\n`)
      send()
    })
    const fetched = await fetchFile(`${origin}/`, reach)
    if (!('text' in fetched)) throw new Error(fetched.failure)
    expect(fetched.text.length).toBeGreaterThan(1024 * 1024)
    expect(fetched.text.length).toBeLessThan(2 * 1024 * 1024)
    await closed
  })

  it('counts as no answer if it is incomplete when the time is over', async () => {
    const origin = await startPlain((socket) =>
      socket.write(`${HEAD}Content-Length: 9\r\n\r\nhalf`),
    )
    expect(await fetchFile(`${origin}/`, reach, 200)).toEqual({
      failure: expect.stringContaining('it did not respond in time; check'),
    })
  })

  it('comes from the addresses that were checked for this request, over a new connection', async () => {
    const origin = await startPlain((socket) =>
      socket.write(`${HEAD}Connection: keep-alive\r\nContent-Length: 4\r\n\r\nfile`),
    )
    expect(await fetchFile(`${origin}/`, reach)).toMatchObject({ status: 200, text: 'file' })
    const other: HostReach = { addressesOf: () => Promise.resolve(['127.0.0.2']), ca: undefined }
    expect(await fetchFile(`${origin}/`, other)).toEqual({
      failure: expect.stringContaining('nothing listens there'),
    })
  })
})
