import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { noClickIds } from '../links/click-ids.js'
import { buildAttributionPayload, formatSeconds, formatTimestamp } from './payload.js'
import { noUtm } from '../links/utm.js'

const vector = JSON.parse(
  readFileSync(new URL('../../fixtures/signature-vector.json', import.meta.url), 'utf8'),
) as { body: string }

const full = {
  code: 'ABC123',
  clickIds: { ...noClickIds(), gclid: 'Cj0KCQ' },
  fbclidCapturedAt: null,
  campaignId: 7,
  campaignName: 'Été 2026',
  utm: { ...noUtm(), utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'ete-2026' },
  attributedAt: new Date('2026-01-02T03:04:05.999Z'),
}

describe('buildAttributionPayload', () => {
  it('reproduces the body of the worked vector byte for byte', () => {
    expect(buildAttributionPayload(full)).toBe(vector.body)
  })

  it('always writes the same 17 keys in the same order', () => {
    const empty = buildAttributionPayload({
      ...full,
      clickIds: noClickIds(),
      campaignId: null,
      campaignName: null,
      utm: noUtm(),
    })
    const keys = Object.keys(JSON.parse(empty) as object)
    expect(keys).toEqual(Object.keys(JSON.parse(vector.body) as object))
    expect(keys).toHaveLength(17)
  })

  it('sends no click id beyond the fixed six', () => {
    const clickIds = { ...noClickIds(), wbraid: 'w', msclkid: 'm', dclid: 'd', fbclid: 'f' }
    const text = buildAttributionPayload({ ...full, clickIds, fbclidCapturedAt: 1_767_323_045 })
    expect(JSON.parse(text)).toMatchObject({ fbclid: 'f', fbclid_captured_at: 1_767_323_045 })
    expect(text).not.toMatch(/wbraid|msclkid|dclid/)
  })
})

describe('time formats', () => {
  const date = new Date('2026-03-01T09:30:00.123Z')

  it('writes six fractional digits in records', () => {
    expect(formatTimestamp(date)).toBe('2026-03-01T09:30:00.123000Z')
  })

  it('writes whole seconds in attributed_at, truncated', () => {
    expect(formatSeconds(new Date('2026-03-01T09:30:00.999Z'))).toBe('2026-03-01T09:30:00Z')
  })
})
