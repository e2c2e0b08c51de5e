import { describe, expect, it } from '@jest/globals'
import { splitRawQuery } from '@throughline/core/links/raw-query'
import { noUtm } from '@throughline/core/links/utm'
import type { Platform } from '../devices/device.js'
import { decideAnswer, nextUrlOf, type DecidingLink } from './decide-response.js'

const NOW = new Date('2026-03-01T09:30:00Z')
const NO_UTM = {
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
  utmTerm: null,
  utmContent: null,
}
const link = (more: Partial<DecidingLink> = {}): DecidingLink => ({
  ...NO_UTM,
  actualUrl: 'https://a.example/',
  fallbackUrl: null,
  iosUrl: null,
  androidUrl: null,
  androidPackageName: null,
  iosAppId: null,
  isDeeplink: false,
  shouldOpenStore: true,
  archivedAt: null,
  expiresAt: null,
  expiredUrl: null,
  campaign: null,
  ...more,
})
const decide = (
  given: DecidingLink,
  platform: Platform = 'desktop',
  { isPreviewBot = false, mayBeIpad = false } = {},
) =>
  decideAnswer(given, {
    now: NOW,
    device: { platform, isPreviewBot, mayBeIpad },
    query: splitRawQuery('x=1'),
    utm: noUtm(),
  })

describe('decideAnswer', () => {
  it.each([
    ['desktop', false, false, 'redirect'],
    ['ios', false, false, 'redirect'],
    ['android', false, false, 'redirect'],
    ['other', true, false, 'redirect'],
    ['desktop', true, false, 'redirect'],
    ['ios', true, false, 'page'],
    ['android', true, false, 'page'],
    ['other', false, true, 'page'],
    ['desktop', true, true, 'page'],
  ] as const)('%s, deep link %s, preview %s: %s', (platform, isDeeplink, isPreview, kind) => {
    expect(decide(link({ isDeeplink }), platform, { isPreviewBot: isPreview }).kind).toBe(kind)
  })

  it('returns 410 from expires_at on; archived takes precedence over expired', () => {
    const at = (ms: number) => link({ expiresAt: new Date(NOW.getTime() + ms) })
    expect(decide(at(0))).toEqual({ kind: 'gone', reason: 'expired' })
    expect(decide(at(1)).kind).toBe('redirect')
    const late = { expiresAt: NOW, expiredUrl: 'https://late.example/?a=1' }
    expect(decide(link(late))).toEqual({
      kind: 'expired',
      target: 'https://late.example/?a=1',
      location: 'https://late.example/?a=1',
    })
    expect(decide(link({ ...late, archivedAt: NOW }))).toEqual({ kind: 'gone', reason: 'archived' })
  })

  it('is a page with all destinations if a possible iPad opens a deep link', () => {
    const given = link({
      isDeeplink: true,
      iosUrl: 'https://apps.apple.com/app/id1',
      fallbackUrl: 'https://f.example/',
    })
    expect(decide(given, 'desktop', { mayBeIpad: true })).toMatchObject({
      kind: 'page',
      store: 'https://apps.apple.com/app/id1',
      webUrl: 'https://f.example/?x=1',
      desktopUrl: 'https://a.example/?x=1',
    })
    expect(decide(given, 'ios')).toMatchObject({ kind: 'page', desktopUrl: null })
    expect(decide(link(), 'desktop', { mayBeIpad: true }).kind).toBe('redirect')
  })

  it('redirects to the fallback URL, otherwise to the platform’s store, if the link has no URL', () => {
    const stores = {
      actualUrl: null,
      iosUrl: 'https://apps.apple.com/app/id1',
      androidPackageName: 'com.acme',
    }
    const locationOf = (given: DecidingLink, platform: Platform) => {
      const decision = decide(given, platform)
      return decision.kind === 'redirect' ? decision.location : decision.kind
    }
    expect(locationOf(link(stores), 'ios')).toBe('https://apps.apple.com/app/id1?x=1')
    expect(locationOf(link(stores), 'android')).toBe(
      'https://play.google.com/store/apps/details?id=com.acme&x=1',
    )
    expect(locationOf(link(stores), 'desktop')).toBe('https://apps.apple.com/app/id1?x=1')
    const fallback = { ...stores, fallbackUrl: 'https://f.example/' }
    expect(locationOf(link(fallback), 'ios')).toBe('https://f.example/?x=1')
    const scheme = { actualUrl: null, iosUrl: 'service-x://a', androidPackageName: 'com.acme' }
    expect(locationOf(link(scheme), 'ios')).toContain('play.google.com')
  })
})

describe('nextUrlOf', () => {
  it('is the platform’s store, or null', () => {
    const stores = link({ iosUrl: 'https://i.example/', androidUrl: 'https://a.example/' })
    expect(nextUrlOf(stores, 'ios')).toBe('https://i.example/')
    expect(nextUrlOf(stores, 'android')).toBe('https://a.example/')
    expect(nextUrlOf(stores, 'desktop')).toBeNull()
    expect(nextUrlOf({ ...stores, shouldOpenStore: false }, 'ios')).toBeNull()
    expect(nextUrlOf(link({ androidUrl: 'service-x://y' }), 'android')).toBeNull()
  })
})
