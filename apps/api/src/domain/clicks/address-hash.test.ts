import { randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { addressHashes, fingerprintHash } from './address-hash.js'

const keys = { addressHash: randomBytes(32) }
const otherKeys = { addressHash: randomBytes(32) }
const FINGERPRINT = '203.0.113.5-iOS-17.4-390x840'

const hashed = (projectId: string, address: string, isProduction = true) => {
  const { ipHash, ipPrefixHash } = addressHashes(
    { config: { isProduction }, keys },
    projectId,
    address,
  )
  return [ipHash, ipPrefixHash].map((hash) => hash?.toString('hex') ?? null)
}

describe('the hashes of an address', () => {
  it('are the same for every spelling of it, and differ between projects', () => {
    const own = hashed('a', '203.0.113.5')
    expect(own).toEqual([expect.any(String), expect.any(String)])
    expect(hashed('a', '::ffff:203.0.113.5')).toEqual(own)
    const elsewhere = hashed('b', '203.0.113.5')
    expect(own.filter((hash) => elsewhere.includes(hash))).toEqual([])
  })

  it('distinguish two phones of a /64 only by the whole address', () => {
    const [one, network] = hashed('a', '2001:db8:1:2::a')
    const [other, otherNetwork] = hashed('a', '2001:db8:1:2::b')
    expect(other).not.toBe(one)
    expect(otherNetwork).toBe(network)
    expect(hashed('a', '2001:db8:1:3::a')[1]).not.toBe(network)
  })

  it.each(['10.0.0.7', '100.64.1.1', '127.0.0.1', '::1', 'fe80::1', '::ffff:192.168.1.1'])(
    'are null for %s in production, where it is nobody’s',
    (address) => {
      expect(hashed('a', address)).toEqual([null, null])
      expect(hashed('a', address, false)).not.toContain(null)
    },
  )

  it('are null for an invalid address', () => {
    expect(hashed('a', 'unknown', false)).toEqual([null, null])
  })
})

describe('the hash of a fingerprint', () => {
  it('differs in another project and under another key', () => {
    const own = fingerprintHash(keys, 'a', FINGERPRINT)
    expect(fingerprintHash(keys, 'a', FINGERPRINT).equals(own)).toBe(true)
    expect(fingerprintHash(keys, 'b', FINGERPRINT).equals(own)).toBe(false)
    expect(fingerprintHash(otherKeys, 'a', FINGERPRINT).equals(own)).toBe(false)
  })
})
