import { describe, expect, it } from '@jest/globals'
import { buildAdPayloads, type AdClick } from './ad-payloads.js'

const NONE = {
  gclid: null,
  gbraid: null,
  fbclid: null,
  ttclid: null,
  twclid: null,
  li_fat_id: null,
}
const CLICKED = new Date('2026-03-01T09:20:30.456Z')
const SECOND = new Date('2026-03-01T09:20:30.000Z')
const ATTRIBUTED = new Date('2026-03-01T09:30:00.123Z')

const click = (clickIds: Partial<AdClick['clickIds']>, more: Partial<AdClick> = {}): AdClick => ({
  clickIds: { ...NONE, ...clickIds },
  fbclidCapturedAt: null,
  clickedAt: CLICKED,
  attributedAt: ATTRIBUTED,
  ...more,
})
const one = (clickIds: Partial<AdClick['clickIds']>, more?: Partial<AdClick>) => {
  const [payload, ...others] = buildAdPayloads(click(clickIds, more), ATTRIBUTED)
  expect(others).toEqual([])
  return payload
}

describe('Meta', () => {
  it('builds fbc from the milliseconds of the first capture and the unchanged fbclid', () => {
    expect(one({ fbclid: 'IwAR2_a-B+c%2F.~Z' }, { fbclidCapturedAt: 1_772_000_000 })).toEqual({
      network: 'meta',
      api: 'Conversions API',
      clickIdName: 'fbclid',
      clickId: 'IwAR2_a-B+c%2F.~Z',
      fields: {
        action_source: 'app',
        user_data: { fbc: 'fb.1.1772000000000.IwAR2_a-B+c%2F.~Z' },
      },
      eventTime: { event_time: 1_772_357_400 },
      firstSeenAt: new Date(1_772_000_000_000),
      expiresAt: new Date(1_772_000_000_000 + 90 * 86_400_000),
      isExpired: false,
    })
  })

  it('uses the click’s second if the browser reported no capture time', () => {
    expect(one({ fbclid: 'F' })).toMatchObject({
      fields: { user_data: { fbc: `fb.1.${SECOND.getTime()}.F` } },
      firstSeenAt: SECOND,
    })
  })
})

describe('Google', () => {
  it('uses the gclid and the time in Google’s format', () => {
    expect(one({ gclid: 'Cj0KCQ' })).toMatchObject({
      network: 'google',
      clickIdName: 'gclid',
      fields: { gclid: 'Cj0KCQ' },
      eventTime: { conversion_date_time: '2026-03-01 09:30:00+00:00' },
    })
  })

  it('uses the gbraid without a gclid, and never both', () => {
    expect(one({ gbraid: '0AAA' })?.fields).toEqual({ gbraid: '0AAA' })
    expect(one({ gclid: 'Cj0KCQ', gbraid: '0AAA' })?.fields).toEqual({ gclid: 'Cj0KCQ' })
  })
})

it('uses each network’s own names for the click id and the time', () => {
  expect(one({ ttclid: 'T' })).toMatchObject({
    network: 'tiktok',
    fields: { context: { ad: { callback: 'T' } } },
    eventTime: { timestamp: '2026-03-01T09:30:00Z' },
  })
  expect(one({ twclid: 'X' })).toMatchObject({
    network: 'x',
    fields: { identifiers: [{ twclid: 'X' }] },
    eventTime: { conversion_time: '2026-03-01T09:30:00.123Z' },
  })
  expect(one({ li_fat_id: 'L' })).toMatchObject({
    network: 'linkedin',
    fields: {
      user: { userIds: [{ idType: 'LINKEDIN_FIRST_PARTY_ADS_TRACKING_UUID', idValue: 'L' }] },
    },
    eventTime: { conversionHappenedAt: ATTRIBUTED.getTime() },
  })
})

it('has one entry for each network with a click id, and none without', () => {
  const all = { gclid: 'g', gbraid: 'b', fbclid: 'f', ttclid: 't', twclid: 'x', li_fat_id: 'l' }
  const payloads = buildAdPayloads(click(all), ATTRIBUTED)
  expect(payloads.map(({ network }) => network)).toEqual([
    'meta',
    'google',
    'tiktok',
    'x',
    'linkedin',
  ])
  expect(buildAdPayloads(click({}), ATTRIBUTED)).toEqual([])
})

describe('a click id', () => {
  it.each([
    ['fbclid', 90],
    ['gclid', 90],
    ['gbraid', 90],
    ['ttclid', 28],
    ['twclid', 30],
    ['li_fat_id', 30],
  ] as const)('%s expires %i days after its first sight, not a moment before', (name, days) => {
    const end = new Date(SECOND.getTime() + days * 86_400_000)
    const at = (now: Date) => buildAdPayloads(click({ [name]: 'id' }), now)[0]
    expect(at(end)).toMatchObject({ expiresAt: end, isExpired: true })
    expect(at(new Date(end.getTime() - 1))?.isExpired).toBe(false)
  })

  it('expires from the click for another network, whatever the fbclid’s time', () => {
    const ids = { gclid: 'g', ttclid: 't', twclid: 'x', li_fat_id: 'l' }
    const told = click(ids, { fbclidCapturedAt: 1_772_000_000 })
    const payloads = buildAdPayloads(told, ATTRIBUTED)
    expect(payloads.map(({ firstSeenAt }) => firstSeenAt)).toEqual(payloads.map(() => SECOND))
    expect(payloads).toHaveLength(4)
  })

  it('expires for Meta from the browser’s capture, not from the click', () => {
    const now = new Date(1_700_000_000_000 + 91 * 86_400_000)
    const [payload] = buildAdPayloads(
      click({ fbclid: 'F' }, { clickedAt: now, fbclidCapturedAt: 1_700_000_000 }),
      now,
    )
    expect(payload?.isExpired).toBe(true)
  })
})
