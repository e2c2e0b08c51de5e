import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { waitFor } from '@throughline/testkit/wait-for'
import { createApiServer } from '../src/server.js'
import { closeServer, hardLimitMs, stopPhases } from '../src/stop.js'
import { startTestApi, type TestApi } from './harness.js'
import { sendRequest } from './send-request.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** A separate server with the API's context, and a connection that has received its first response. */
async function startKeptAlive() {
  const server = createApiServer(api.ctx).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  const first = await ask(socket)
  return { server, port, socket, first }
}

async function ask(socket: Socket): Promise<string> {
  socket.write(`GET /livez HTTP/1.1\r\nHost: ${new URL(api.url).host}\r\n\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  return answer.toString('latin1')
}

describe('the stop', () => {
  it('responds to a request on an idle connection, and then closes it', async () => {
    const { server, port, socket, first } = await startKeptAlive()
    expect(first).toMatch(/^connection: keep-alive/im)

    const closed = closeServer(server, 60_000)
    await waitFor(() => !server.listening, { what: 'the closed port' })
    const last = await ask(socket)

    expect(last).toMatch(/^HTTP\/1\.1 200 /)
    expect(last).toMatch(/^connection: close/im)
    await closed
    const refused = connect(port, '127.0.0.1')
    await expect(once(refused, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('waits for no idle connection when no requests are accepted any more', async () => {
    const { server, socket } = await startKeptAlive()
    await closeServer(server)
    if (!socket.closed) await once(socket, 'close')
    expect(socket.bytesRead).toBeGreaterThan(0)
  })

  it('does not wait for a connection without a request', async () => {
    const { server, port } = await startKeptAlive()
    const silent = connect(port, '127.0.0.1')
    await once(silent, 'connect')
    const ended = once(silent, 'close')
    await closeServer(server)
    await ended
  })

  it('accepts the connections that wait when it stops listening', async () => {
    const { server, port } = await startKeptAlive()
    const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'))
    const answers = sockets.map(ask)
    // The kernel has connected them now, and the server has accepted none.
    await new Promise((resolve) => process.nextTick(resolve))
    const closed = closeServer(server, 60_000)
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    for (const socket of sockets) socket.destroy()
    server.closeAllConnections()
    await closed
  })

  it('accepts connections for STOP_DELAY_MS after SIGTERM, while it is not ready', async () => {
    const { server, port, socket } = await startKeptAlive()
    const delayed = { ...api.config, stopDelayMs: 1_000 }
    const phases = stopPhases({ ctx: api.ctx, server }, delayed)
    let isOver = false
    const over = Promise.resolve(phases[0]?.run('SIGTERM')).then(() => (isOver = true))
    const status = async (path: string) => {
      const { status } = await sendRequest(`http://127.0.0.1:${port}${path}`, 'GET')
      return status
    }
    expect([await status('/readyz/links'), await status('/livez')]).toEqual([503, 200])
    // A proxy would open a new connection, which may meet the closing port.
    expect(await ask(socket)).toMatch(/^connection: keep-alive/im)
    expect(isOver).toBe(false)
    await over
    expect(hardLimitMs(delayed) - hardLimitMs(api.config)).toBe(1_000)
    await closeServer(server)
  })
})
