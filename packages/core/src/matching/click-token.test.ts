import { createHmac } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { claimedClickId, signClickToken, verifyClickToken } from './click-token.js'
import { newUuidV7 } from '../lib/ids.js'

const key = Buffer.alloc(32, 7)
const projectId = newUuidV7()
const clickId = newUuidV7()
const token = signClickToken({ clickId, projectId, key })

describe('signClickToken', () => {
  it('is the click id and half a MAC over project and click', () => {
    const [project, click] = [projectId, clickId].map((id) => id.replaceAll('-', ''))
    const mac = createHmac('sha256', key)
      .update(`${project ?? ''}${click ?? ''}`, 'hex')
      .digest('hex')
    expect(Buffer.from(token, 'base64url').toString('hex')).toBe(
      `${click ?? ''}${mac.slice(0, 32)}`,
    )
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })

  it('ignores the case of the ids', () => {
    const upper = { clickId: clickId.toUpperCase(), projectId: projectId.toUpperCase(), key }
    expect(signClickToken(upper)).toBe(token)
  })
})

describe('verifyClickToken', () => {
  it('returns the click id', () => {
    expect(verifyClickToken(token, projectId, key)).toBe(clickId)
  })

  it('rejects the token of another project, another key and another click', () => {
    expect(verifyClickToken(token, newUuidV7(), key)).toBeNull()
    expect(verifyClickToken(token, projectId, Buffer.alloc(32, 8))).toBeNull()
    const other = signClickToken({ clickId: newUuidV7(), projectId, key })
    expect(verifyClickToken(other.slice(0, 22) + token.slice(22), projectId, key)).toBeNull()
  })

  it('rejects a token with any one bit changed', () => {
    const bytes = Buffer.from(token, 'base64url')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 255 }), (bit) => {
        const forged = Buffer.from(bytes)
        forged[bit >> 3] = (forged[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(verifyClickToken(forged.toString('base64url'), projectId, key)).toBeNull()
      }),
    )
  })

  it('rejects every other spelling of a valid token', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const spellings = Array.from(alphabet, (last) => token.slice(0, -1) + last)
    expect(spellings.filter((text) => verifyClickToken(text, projectId, key))).toEqual([token])
    for (const text of ['', `${token}=`, `${token}\n`, ` ${token}`, clickId, token.slice(1)]) {
      expect(verifyClickToken(text, projectId, key)).toBeNull()
    }
  })

  it('rejects a project id that is no UUID', () => {
    expect(verifyClickToken(token, 'x', key)).toBeNull()
  })
})

describe('claimedClickId', () => {
  it('reads the click id without verifying the signature', () => {
    expect(claimedClickId(token)).toBe(clickId)
    expect(claimedClickId(`${token.slice(0, 22)}${'A'.repeat(21)}`)).toBe(clickId)
  })

  it('is null for a malformed token', () => {
    for (const text of ['', clickId, `${token}=`, token.slice(1)])
      expect(claimedClickId(text)).toBeNull()
  })
})
