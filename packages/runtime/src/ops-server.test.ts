import type { AddressInfo, Server } from 'node:net'
import { createServer } from 'node:http'
import { afterEach, describe, expect, it } from '@jest/globals'
import { StartError } from './lifecycle.js'
import { Counter, createRegistry } from './metrics.js'
import { listen, startOpsServer, type OpsServerOptions } from './ops-server.js'

const TOKEN = 'a-token-of-sixteen-or-more'
const servers: Server[] = []
afterEach(() => servers.splice(0).forEach((server) => server.close()))

const portOf = (server: Server) => (server.address() as AddressInfo).port

/** Starts the server and returns a function that requests a path. */
async function start(options: Partial<OpsServerOptions> = {}) {
  const registry = createRegistry()
  new Counter({ name: 'things_total', help: 'Things', registers: [registry] }).inc()
  const notReadyReason = () => Promise.resolve(null)
  const server = await startOpsServer({
    port: 0,
    registry,
    notReadyReason,
    onError: () => undefined,
    ...options,
  })
  servers.push(server)
  return async (path: string, authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization }
    const response = await fetch(`http://127.0.0.1:${portOf(server)}${path}`, { headers })
    return [response.status, await response.text()] as const
  }
}

describe('the ops server', () => {
  it('responds to /livez, and to /readyz with the reason why it is not ready', async () => {
    let reason: string | null = 'the queue is away'
    const get = await start({ notReadyReason: () => Promise.resolve(reason) })
    expect(await get('/livez')).toEqual([200, 'ok'])
    expect(await get('/readyz')).toEqual([503, 'the queue is away'])
    reason = null
    expect(await get('/readyz?verbose')).toEqual([200, 'ok'])
    expect((await get('/'))[0]).toBe(404)
  })

  it('responds 500 when the check itself fails, without details', async () => {
    const get = await start({ notReadyReason: () => Promise.reject(new Error('secret')) })
    expect(await get('/readyz')).toEqual([500, 'error'])
  })

  it('has no /metrics without a token and a separate port', async () => {
    const get = await start()
    expect(await get('/metrics')).toEqual([404, expect.stringContaining('set METRICS_TOKEN')])
    expect((await get('/metrics', 'Bearer undefined'))[0]).toBe(404)
    expect((await get('/metrics', 'Bearer '))[0]).toBe(404)
  })

  it('serves /metrics only with METRICS_TOKEN as bearer', async () => {
    const get = await start({ metricsToken: TOKEN })
    const [status, text] = await get('/metrics', `Bearer ${TOKEN}`)
    expect(status).toBe(200)
    expect(text).toMatch(/^things_total 1$/m)
    for (const given of [undefined, TOKEN, `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`]) {
      const what = given === undefined ? 'is missing' : 'does not contain METRICS_TOKEN'
      expect(await get('/metrics', given)).toEqual([404, expect.stringContaining(what)])
    }
  })

  it('serves /metrics to everyone on METRICS_PORT', async () => {
    const get = await start({ isMetricsPort: true })
    expect((await get('/metrics'))[0]).toBe(200)
  })

  it('responds 500 and reports the error if a probe fails', async () => {
    const errors: unknown[] = []
    const get = await start({
      notReadyReason: () => Promise.reject(new Error('no answer')),
      onError: (error) => errors.push(error),
    })
    expect(await get('/readyz')).toEqual([500, 'error'])
    expect(errors).toEqual([new Error('no answer')])
  })

  it('says what to do about a port that is in use', async () => {
    await start()
    const [port = 0] = servers.map(portOf)
    const error: unknown = await listen(createServer(), port).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(StartError)
    expect((error as Error).message).toMatch(new RegExp(`Port ${port} is in use`))
  })
})
