import { expect, it } from '@jest/globals'
import { explainRedisError } from './explain-redis-error.js'

const withCode = (code: string) => Object.assign(new Error('x'), { code })

it.each([
  [new Error('WRONGPASS invalid username-password pair or user is disabled.'), /password/],
  [new Error('NOAUTH Authentication required.'), /password/],
  [
    new Error(
      'Command queue state error. If you can reproduce this, please report it. Last error: DENIED Redis is running in protected mode because protected mode is enabled',
    ),
    /protected mode/,
  ],
  [withCode('ERR_SSL_WRONG_VERSION_NUMBER'), /does not speak TLS/],
  [withCode('ERR_SSL_PACKET_LENGTH_TOO_LONG'), /does not speak TLS/],
  [new Error('Unknown RESP type 21 "\u0015". Please report this.'), /rediss:/],
  [withCode('SELF_SIGNED_CERT_IN_CHAIN'), /NODE_EXTRA_CA_CERTS/],
  [withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), /NODE_EXTRA_CA_CERTS/],
  [withCode('ERR_TLS_CERT_ALTNAME_INVALID'), /NODE_EXTRA_CA_CERTS/],
  [withCode('ECONNREFUSED'), /does not respond/],
  [new Error('Connection is closed.'), /does not respond/],
])('%s is explained', (error, sentence) => {
  const explained = explainRedisError(error) as Error
  expect(explained.message).toMatch(sentence)
  expect(explained.cause).toBe(error)
})

it('leaves other errors as they are', () => {
  const error = new Error('Redis may evict jobs')
  expect(explainRedisError(error)).toBe(error)
})
