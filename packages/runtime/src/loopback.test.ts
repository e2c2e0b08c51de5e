import { expect, it } from '@jest/globals'
import { commonEnv, ignoredSettings, readEnv, storeEnv } from './env.js'
import { loopbackEnv, loopbackOf } from './loopback.js'

const shape = { ...commonEnv, ...storeEnv, ...loopbackEnv }
const DATABASE_URL = 'postgresql://app:pw@127.0.0.1/app'
const ON = { DATABASE_URL, DELIVERY_ALLOW_LOOPBACK: 'true' }
const read = (source: Record<string, string>, redisPorts: number[] = []) =>
  loopbackOf({
    ...readEnv(shape, source),
    REDIS_URL: { nodes: redisPorts.map((port) => ({ port })) },
  })

it('is off by default, and always in production', () => {
  expect(read({ DATABASE_URL })).toBeUndefined()
  expect(read({ ...ON, NODE_ENV: 'production' })).toBeUndefined()
})

it('knows the ports of API, worker, metrics, PostgreSQL and Redis', () => {
  expect(new Set(read(ON)?.ownPorts)).toEqual(new Set([3000, 3001, 5432]))
  const source = {
    ...ON,
    PORT: '4000',
    WORKER_PORT: '4001',
    METRICS_PORT: '9090',
    DATABASE_URL: 'postgresql://127.0.0.1:6432/app',
    DATABASE_DIRECT_URL: 'postgresql://127.0.0.1:5433/app',
  }
  const stores = [6432, 5433, 6380, 6381]
  expect(read(source, [6380, 6381])?.ownPorts).toEqual([4000, 4001, 9089, 9090, 9091, ...stores])
})

it('is reported as ignored in production', () => {
  const env = { ...readEnv(shape, ON), DELIVERY_ALLOW_HTTP: false }
  expect(ignoredSettings(env)).toEqual([])
  expect(ignoredSettings({ ...env, NODE_ENV: 'production' })).toEqual([
    'DELIVERY_ALLOW_LOOPBACK is ignored in production: deliveries do not reach this machine. Unset it',
  ])
})
