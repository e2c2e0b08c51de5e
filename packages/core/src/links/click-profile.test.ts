import { describe, expect, it } from '@jest/globals'
import { DIMENSIONS } from '@throughline/contracts/stats'
import { formatProfile, phoneOs, referrerHost } from './click-profile.js'

describe('formatProfile', () => {
  it('has a value for each dimension, empty if unknown', () => {
    const profile = { country: 'DE', platform: 'ios', os: null, source: 'news' }
    expect(formatProfile(profile).split('\t')).toEqual(['DE', 'ios', '', '', '', 'news'])
    expect(formatProfile({}).split('\t')).toHaveLength(DIMENSIONS.length)
  })

  it('has no separator and no control character in a value, and no endless one', () => {
    for (let n = 0; n < 2; n += 1)
      expect(formatProfile({ source: 'a\tb\n\u0000c' })).toBe('\t\t\t\t\ta b c')
    expect(formatProfile({ source: 'x'.repeat(99) + '😀' })).toBe(`\t\t\t\t\t${'x'.repeat(99)}`)
  })
})

it.each([
  ['ios', '17.4.1', 'iOS 17'],
  ['android', '14', 'Android 14'],
  ['android', null, null],
  ['ios', 'x', null],
  ['desktop', '10.15.7', null],
])('phoneOs(%s, %s) is %s', (platform, version, os) => {
  expect(phoneOs(platform, version)).toBe(os)
})

it.each([
  ['https://www.Instagram.com/p/1?x=y', 'instagram.com'],
  ['http://news.example:8080/', 'news.example'],
  ['https://example', 'example'],
  ['android-app://com.google.android.gm/', 'com.google.android.gm'],
  ['https://a.example\t/', null],
  ['https://[::1]/', null],
  ['https://user@a.example/', null],
  ['javascript:alert(1)', null],
  ['', null],
  [null, null],
])('referrerHost(%j) is %j', (referer, host) => {
  expect(referrerHost(referer)).toBe(host)
})
