import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { noClickIds } from '../links/click-ids.js'
import { parseClipboardLink, parseInstallReferrer, referrerSource } from './referrer.js'
import { noUtm } from '../links/utm.js'

const nothing = {
  clickToken: null,
  code: null,
  actualUrl: null,
  campaignId: null,
  campaignName: null,
  utm: noUtm(),
  clickIds: noClickIds(),
  fbclidCapturedAt: null,
  foreignParameters: [],
}

const full = {
  clickToken: 'Tok_en-1',
  code: 'ABC123',
  actualUrl: 'https://example.com/?a=1&b=2#c',
  campaignId: 7,
  campaignName: 'Été 50% + mehr',
  utm: { ...noUtm(), utm_source: 'google', utm_term: 'a=b&c' },
  clickIds: { ...noClickIds(), gclid: 'x+y/z%25==', fbclid: 'IwAR0' },
  fbclidCapturedAt: 1_772_357_400,
  foreignParameters: ['af_tranid'],
}

const query = Object.entries({
  actual_url: full.actualUrl,
  dyna_code: full.code,
  campaign_id: '7',
  campaign_name: full.campaignName,
  utm_source: 'google',
  utm_term: 'a=b&c',
  gclid: full.clickIds.gclid,
  fbclid: full.clickIds.fbclid,
  fbclid_captured_at: '1772357400',
  af_tranid: 'x',
  click_token: full.clickToken,
})
  .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  .join('&')

describe('parseInstallReferrer', () => {
  it('reads every field of a decoded referrer', () => {
    expect(parseInstallReferrer(query)).toEqual(full)
  })

  it('reads the same from one that is still encoded once', () => {
    expect(parseInstallReferrer(encodeURIComponent(query))).toEqual(full)
    expect(parseInstallReferrer(` ${encodeURIComponent(query)}\n`)).toEqual(full)
  })

  it('finds no code in an organic install', () => {
    expect(parseInstallReferrer('utm_source=google-play&utm_medium=organic')).toEqual({
      ...nothing,
      utm: { ...noUtm(), utm_source: 'google-play', utm_medium: 'organic' },
    })
  })

  it('reads unencoded non-ASCII', () => {
    expect(parseInstallReferrer('campaign_name=Été 2026&utm_source=東京')).toMatchObject({
      campaignName: 'Été 2026',
      utm: { utm_source: '東京' },
    })
  })

  it.each(['', '&&', '=', 'x', '%', '%zz%3D', 'dyna_code=', 'campaign_id=07'])(
    'finds nothing in %j',
    (text) => expect(parseInstallReferrer(text)).toEqual(nothing),
  )

  it('attributes an invalid dyna_code to another service', () => {
    expect(parseInstallReferrer('dyna_code=a%20b')).toEqual({
      ...nothing,
      foreignParameters: ['dyna_code'],
    })
  })

  it('omits what cannot be stored', () => {
    expect(
      parseInstallReferrer(`campaign_name=a%00b&actual_url=${'x'.repeat(2049)}&click_token=t`),
    ).toEqual({ ...nothing, clickToken: 't' })
    expect(parseInstallReferrer('x='.padEnd(20_000, 'y') + '&dyna_code=A')).toEqual(nothing)
  })

  it.each([
    ['x'.repeat(512), true],
    ['!~', true],
    ['x'.repeat(513), false],
    ['a%20b', false],
    ['%C3%A9', false],
    ['a%0Ab', false],
    ['%7F', false],
  ])('accepts a click id of 1 to 512 printable ASCII characters: %j', (gclid, isAccepted) => {
    expect(parseInstallReferrer(`gclid=${gclid}`).clickIds.gclid).toBe(isAccepted ? gclid : null)
  })

  it.each([
    ['0', 0],
    ['-1', null],
    ['1.5', null],
    ['99999999999', null],
    ['', null],
  ])('reads an fbclid_captured_at of %j as %j', (text, expected) => {
    const { fbclidCapturedAt } = parseInstallReferrer(`fbclid=F&fbclid_captured_at=${text}`)
    expect(fbclidCapturedAt).toBe(expected)
  })

  it.each([
    'adjust_reftag',
    'adj_t',
    'af_tranid',
    'AF_siteid',
    'appsflyer_id',
    '_branch_match_id',
    'link_click_id',
    'ko_click_id',
    'singular_click_id',
    'tenjin_click_id',
    'dub_id',
    'airbridge_referrer',
  ])('finds another service’s parameter %s', (name) => {
    expect(parseInstallReferrer(`utm_source=x&${name}=1`).foreignParameters).toEqual([name])
  })

  it.each(['utm_id', 'gad_source', 'affiliate', 'click_token', 'branches', 'anid'])(
    'takes %s for no parameter of another service',
    (name) => expect(parseInstallReferrer(`${name}=1`).foreignParameters).toEqual([]),
  )

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseInstallReferrer(text)))
  })
})

describe('the source that a referrer names', () => {
  it.each([
    ['utm_source=newsletter', 'newsletter'],
    ['utm_source=google', 'google'],
    ['utm_source=google-play&utm_medium=organic', null],
    ['utm_source=(not%20set)&utm_medium=(not%20set)', null],
    ['utm_source=(not set)', null],
    ['utm_source=(not+set)', null],
    ['utm_source=%28not%20set%29', null],
    ['utm_source=(direct)', null],
    ['utm_source=', null],
    ['', null],
  ])('%j: %j', (text, expected) => {
    expect(referrerSource(parseInstallReferrer(text))).toBe(expected)
  })
})

describe('parseClipboardLink', () => {
  it.each([
    [
      'https://Acme.links.example:3000/ABC123?click_token=Tok_en-1&x=1',
      { host: 'acme.links.example', code: 'ABC123', clickToken: 'Tok_en-1' },
    ],
    ['\n http://go.acme.com./a_b-C ', { host: 'go.acme.com', code: 'a_b-C', clickToken: null }],
    ['https://e.com/AB?click_token=', { host: 'e.com', code: 'AB', clickToken: null }],
    ['https://e.com/', null],
    ['https://e.com/a/b', null],
    ['https://e.com/a%2Fb', null],
    ['https://e.com/a.b', null],
    [`https://e.com/AB?x=${'y'.repeat(4096)}`, null],
    ['service-x://open?dyna_code=AB', null],
    ['javascript:alert(1)', null],
    ['ABC123', null],
    ['', null],
  ])('reads %j', (text, expected) => {
    expect(parseClipboardLink(text)).toEqual(expected)
  })
})
