import { expect, it } from '@jest/globals'
import { freePort } from '@throughline/stack/ports'
import { explainRedisError } from './explain-redis-error.js'

const withCode = (code: string) => Object.assign(new Error('x'), { code })

it.each([
  [new Error('WRONGPASS invalid username-password pair or user is disabled.'), /password/],
  [new Error('NOAUTH HELLO must be called with the client already authenticated'), /password/],
  [
    new Error(
      'Command queue state error. If you can reproduce this, please report it. Last error: DENIED Redis is running in protected mode because protected mode is enabled',
    ),
    /protected mode/,
  ],
  [withCode('SELF_SIGNED_CERT_IN_CHAIN'), /NODE_EXTRA_CA_CERTS/],
  [withCode('DEPTH_ZERO_SELF_SIGNED_CERT'), /NODE_EXTRA_CA_CERTS/],
  [withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), /NODE_EXTRA_CA_CERTS/],
  [withCode('ERR_TLS_CERT_ALTNAME_INVALID'), /NODE_EXTRA_CA_CERTS/],
  [withCode('ECONNREFUSED'), /does not respond/],
  [new Error('Connection is closed.'), /does not respond/],
])('%s is explained', async (error, sentence) => {
  const url = `redis://127.0.0.1:${await freePort()}`
  const explained = (await explainRedisError(url, error)) as Error
  expect(explained.message).toMatch(sentence)
})

it('leaves other errors unchanged', async () => {
  const error = new Error('Redis may evict jobs')
  expect(await explainRedisError('redis://127.0.0.1:1', error)).toBe(error)
})
