import { createHmac } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { signClickToken, verifyClickToken } from './click-token.js'
import { newUuidV7, uuidBytes } from '../lib/ids.js'
import { signReportToken, verifyReportToken } from './report-token.js'

const key = Buffer.alloc(32, 7)
const projectId = newUuidV7()
const clickId = newUuidV7()
const expiresAtSeconds = 1_800_000_000
const token = signReportToken({ clickId, projectId, expiresAtSeconds, key })
const now = new Date((expiresAtSeconds - 1) * 1000)

describe('verifyReportToken', () => {
  it('returns the click id until it expires', () => {
    expect(verifyReportToken(token, { projectId, key, now })).toBe(clickId)
  })

  it('rejects an expired token', () => {
    const then = new Date(expiresAtSeconds * 1000)
    expect(verifyReportToken(token, { projectId, key, now: then })).toBeNull()
  })

  it('rejects another project, another key, and malformed tokens', () => {
    expect(verifyReportToken(token, { projectId: newUuidV7(), key, now })).toBeNull()
    expect(verifyReportToken(token, { projectId, key: Buffer.alloc(32), now })).toBeNull()
    for (const text of ['', 'x', `${token}=`, `${token}\n`, token.slice(1)]) {
      expect(verifyReportToken(text, { projectId, key, now })).toBeNull()
    }
  })

  it('rejects a token with any one bit changed, its expiry included', () => {
    const bytes = Buffer.from(token, 'base64url')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length * 8 - 1 }), (bit) => {
        const forged = Buffer.from(bytes)
        forged[bit >> 3] = (forged[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(verifyReportToken(forged.toString('base64url'), { projectId, key, now })).toBeNull()
      }),
    )
  })

  it('shares no MAC with click tokens under one key', () => {
    const clickToken = signClickToken({ clickId, projectId, key })
    expect(verifyReportToken(clickToken, { projectId, key, now })).toBeNull()
    expect(verifyClickToken(token, projectId, key)).toBeNull()
    const bytes = Buffer.from(token, 'base64url')
    const unlabelled = createHmac('sha256', key)
      .update(uuidBytes(projectId))
      .update(bytes.subarray(0, 20))
      .digest()
    expect(bytes.subarray(20)).not.toEqual(unlabelled.subarray(0, 16))
  })
})
