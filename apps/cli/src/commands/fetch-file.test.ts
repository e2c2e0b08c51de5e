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

/** The origin of a server that says this, whatever it is asked. */
async function startServer(say: (socket: Socket) => void): Promise<string> {
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).once('data', () => say(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `https://go.acme.com:${(server.address() as AddressInfo).port}`
}

describe('a host that can’t be asked', () => {
  it.each([
    ['Caddy', 80],
    ['nginx, which rejects the handshake,', 112],
    ['HAProxy', 40],
  ])('is told where %s has no certificate for it', async (_front, description) => {
    const alert = Buffer.from([21, 3, 3, 0, 2, 2, description])
    const origin = await startServer((socket) => socket.end(alert))
    expect(await fetchFile(`${origin}/`, reach)).toEqual({
      failure: expect.stringMatching(/^the TLS front has no certificate for it/),
    })
  })

  it('is told where plain HTTP is spoken', async () => {
    const origin = await startServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    expect(await fetchFile(`${origin}/`, reach)).toEqual({
      failure: expect.stringContaining('does not speak TLS'),
    })
  })

  it('is told where nobody answers, in the words of a time-out', async () => {
    const origin = await startServer(() => undefined)
    expect(await fetchFile(`${origin}/`, reach, 50)).toEqual({
      failure: expect.stringContaining('it did not answer in time; check'),
    })
  })
})
