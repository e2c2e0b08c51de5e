import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { vector, vectorHeaders } from '../test/signature-vector.js'
import { verificationCode } from '../test/verification-code.js'
import { verifyServiceSignature } from './service-signature.js'

const signature = vector['x-service-signature']
const body = Buffer.from(vector.body)

const codeFor = (headers: Record<string, string>, secret = vector.secret) =>
  verificationCode(() => verifyServiceSignature(body, headers, secret))

describe('verifyServiceSignature', () => {
  it('accepts the worked vector, as bytes and as text', () => {
    expect(codeFor(vectorHeaders)).toBeNull()
    expect(() => verifyServiceSignature(vector.body, vectorHeaders, vector.secret)).not.toThrow()
  })

  it('accepts the example that GitHub publishes for the same algorithm', () => {
    const github = vector.same_algorithm_published_by_github
    const headers = { 'X-Service-Signature': github.hex }
    expect(() => verifyServiceSignature(github.body, headers, github.secret)).not.toThrow()
  })

  it('uses the whole secret as key: without its prefix nothing matches', () => {
    expect(codeFor(vectorHeaders, vector.secret.slice('whsec_'.length))).toBe('bad_signature')
  })

  it.each([
    ['upper case', signature.toUpperCase()],
    ['a sha256= prefix', `sha256=${signature}`],
    ['a digit too few', signature.slice(1)],
    ['a digit too many', `${signature}0`],
    ['a line feed at the end', `${signature}\n`],
    ['two signatures', `${signature}, ${signature}`],
  ])('calls %s malformed', (_, malformed) => {
    expect(codeFor({ 'x-service-signature': malformed })).toBe('malformed_signature')
  })

  it('distinguishes a missing header from an empty secret', () => {
    expect(codeFor({})).toBe('missing_header')
    expect(codeFor(vectorHeaders, '')).toBe('malformed_secret')
  })

  it('rejects a body that a JSON parser has replaced, as an error of the receiver', () => {
    const parsed = JSON.parse(vector.body) as string
    expect(() => verifyServiceSignature(parsed, vectorHeaders, vector.secret)).toThrow(TypeError)
  })

  it('rejects any flipped bit of the body', () => {
    fc.assert(
      fc.property(fc.nat(body.length * 8 - 1), (bit) => {
        const altered = withFlippedBit(body, bit)
        expect(
          verificationCode(() => verifyServiceSignature(altered, vectorHeaders, vector.secret)),
        ).toBe('bad_signature')
      }),
    )
  })

  it('rejects any flipped bit of the signature', () => {
    fc.assert(
      fc.property(fc.nat(signature.length * 8 - 1), (bit) => {
        const altered = withFlippedBit(Buffer.from(signature), bit).toString('latin1')
        expect(['bad_signature', 'malformed_signature']).toContain(
          codeFor({ 'x-service-signature': altered }),
        )
      }),
    )
  })
})

function withFlippedBit(bytes: Uint8Array, bit: number): Buffer {
  const copy = Buffer.from(bytes)
  const index = Math.floor(bit / 8)
  copy[index] = (copy[index] ?? 0) ^ (1 << (bit % 8))
  return copy
}
