import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { loopbackEnv, sampleEnv, workerEnv } from './service-env.js'

describe('loopbackEnv', () => {
  const envOf = (env: Record<string, string>, isProduction = false) =>
    loopbackEnv({ env, isProduction })

  it('lets webhooks reach this machine, unless the environment says otherwise', () => {
    expect(envOf({})).toEqual({ DELIVERY_ALLOW_LOOPBACK: 'true' })
    expect(envOf({ DELIVERY_ALLOW_LOOPBACK: 'false' })).toEqual({
      DELIVERY_ALLOW_LOOPBACK: 'false',
    })
  })

  it.each([
    ['in production', {}, true],
    ['where networks are set', { DELIVERY_ALLOW_NETS: '10.0.0.0/8' }, false],
    ['where networks are set to none', { DELIVERY_ALLOW_NETS: '' }, false],
    ['where networks are in a file', { DELIVERY_ALLOW_NETS_FILE: '/etc/nets' }, false],
  ])('adds nothing %s', (_where, env: Record<string, string>, isProduction) => {
    expect(envOf(env, isProduction)).toEqual({})
  })
})

describe('workerEnv', () => {
  it('gives name look-ups 32 threads, unless the environment says otherwise', () => {
    expect(workerEnv({ env: {}, metricsPort: null })).toEqual({ UV_THREADPOOL_SIZE: '32' })
    const env = { UV_THREADPOOL_SIZE: '64' }
    expect(workerEnv({ env, metricsPort: null })).toEqual({ UV_THREADPOOL_SIZE: '64' })
  })

  it("puts the worker's metrics on the port after the API's", () => {
    expect(workerEnv({ env: {}, metricsPort: 9090 })).toMatchObject({ METRICS_PORT: '9091' })
  })

  it("equals the environment of the worker's image", () => {
    const dockerfile = new URL('../../../../apps/worker/Dockerfile', import.meta.url)
    expect(readFileSync(dockerfile, 'utf8')).toMatch(/^ENV .*\bUV_THREADPOOL_SIZE=32\b/m)
  })
})

describe('sampleEnv', () => {
  const page = { url: 'http://localhost:4102' }
  const at = { env: {}, workerPort: 4101, metricsPort: 4103 }

  it('names the sample app, and a free port after it for the receiver', async () => {
    const { SAMPLE_APP_URL, SAMPLE_RECEIVER_PORT } = await sampleEnv(at, page)
    expect(SAMPLE_APP_URL).toBe(page.url)
    expect(Number(SAMPLE_RECEIVER_PORT)).toBeGreaterThan(4104)
  })

  it('keeps what the environment says', async () => {
    const env = { SAMPLE_APP_URL: 'http://localhost:9', SAMPLE_RECEIVER_PORT: '8' }
    expect(await sampleEnv({ ...at, env }, page)).toEqual(env)
  })
})
