import { expect, it } from '@jest/globals'
import { loopbackEnv } from './loopback-env.js'

const envOf = (env: Record<string, string>, isProduction = false) =>
  loopbackEnv({ env, isProduction })

it('lets webhooks reach this machine, unless told otherwise', () => {
  expect(envOf({})).toEqual({ DELIVERY_ALLOW_LOOPBACK: 'true' })
  expect(envOf({ DELIVERY_ALLOW_LOOPBACK: 'false' })).toEqual({ DELIVERY_ALLOW_LOOPBACK: 'false' })
})

it.each([
  ['in production', {}, true],
  ['where networks are set', { DELIVERY_ALLOW_NETS: '10.0.0.0/8' }, false],
  ['where networks are set to none', { DELIVERY_ALLOW_NETS: '' }, false],
  ['where networks are in a file', { DELIVERY_ALLOW_NETS_FILE: '/etc/nets' }, false],
])('adds nothing %s', (_where, env: Record<string, string>, isProduction) => {
  expect(envOf(env, isProduction)).toEqual({})
})
