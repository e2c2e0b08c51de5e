import { createHmac } from 'node:crypto'
import { expect, it } from '@jest/globals'
import fc from 'fast-check'
import { hmacSha256 } from './hmac-sha256.js'

it('equals Node’s HMAC for keys of every length and any message', () => {
  const bytes = (maxLength: number) => fc.uint8Array({ maxLength })
  fc.assert(
    fc.property(bytes(100), bytes(3_000), (key, message) => {
      const expected = createHmac('sha256', key).update(message).digest('hex')
      expect(hmacSha256(key, message).toString('hex')).toBe(expected)
    }),
  )
})
