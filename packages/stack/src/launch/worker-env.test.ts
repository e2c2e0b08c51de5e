import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { workerEnv } from './worker-env.js'

describe('workerEnv', () => {
  it('gives name look-ups 32 threads, unless it is said otherwise', () => {
    expect(workerEnv({ env: {}, metricsPort: null })).toEqual({ UV_THREADPOOL_SIZE: '32' })
    const env = { UV_THREADPOOL_SIZE: '64' }
    expect(workerEnv({ env, metricsPort: null })).toEqual({ UV_THREADPOOL_SIZE: '64' })
  })

  it('puts the worker’s metrics on the port after the API’s', () => {
    expect(workerEnv({ env: {}, metricsPort: 9090 })).toMatchObject({ METRICS_PORT: '9091' })
  })

  it('agrees with the worker’s image', () => {
    const dockerfile = new URL('../../../../apps/worker/Dockerfile', import.meta.url)
    expect(readFileSync(dockerfile, 'utf8')).toMatch(/^ENV .*\bUV_THREADPOOL_SIZE=32\b/m)
  })
})
