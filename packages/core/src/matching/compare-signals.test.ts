import { describe, expect, it } from '@jest/globals'
import { canonicalTimeZone } from './canonical-time-zone.js'
import { compareAddresses } from './compare-addresses.js'
import { compareLanguages } from './compare-languages.js'
import { compareModels } from './compare-models.js'
import { compareOsVersions } from './compare-os-versions.js'
import { compareScreens } from './compare-screens.js'
import { compareTimeZones } from './compare-time-zones.js'

const SKIPPED = { outcome: 'not_comparable', points: 0, of: 0 }

describe('the address', () => {
  const compare = (isAddressShared: boolean, sameAddress: boolean, sameFullAddress: boolean) =>
    compareAddresses({ isAddressShared }, { sameAddress, sameFullAddress })

  it('is worth more whole than by its network, and nothing where strangers share it', () => {
    expect(compare(false, true, true)).toEqual({ outcome: 'agrees', points: 40, of: 40 })
    expect(compare(false, true, false)).toEqual({ outcome: 'agrees', points: 25, of: 40 })
    expect(compare(true, true, true)).toEqual(SKIPPED)
    expect(compare(false, false, false)).toEqual(SKIPPED)
  })
})

describe('screens', () => {
  const screen = (screenWidth: number | null, screenHeight: number | null, ratio?: number) => ({
    screenWidth,
    screenHeight,
    pixelRatio: ratio ?? null,
  })

  it.each([
    [screen(390, 844), screen(390, 844)],
    [screen(390, 844), screen(844, 390)],
    [screen(411.43, 914.29), screen(412, 915)],
    [screen(412, 915, 2.625), screen(412, 915, 2.63)],
    [screen(412, 915, 2.625), screen(412, 915)],
  ])('%j and %j agree', (a, b) => {
    expect(compareScreens(a, b)).toEqual({ outcome: 'agrees', points: 15, of: 15 })
    expect(compareScreens(b, a).outcome).toBe('agrees')
  })

  it.each([
    [screen(390, 844), screen(393, 852)],
    [screen(390, 844), screen(390, 846)],
    [screen(390, 844), screen(392, 844)],
    [screen(412, 915, 2.625), screen(412, 915, 3.5)],
  ])('%j and %j differ, which speaks for another phone', (a, b) => {
    expect(compareScreens(a, b)).toEqual({ outcome: 'differs', points: -25, of: 15 })
    expect(compareScreens(b, a).outcome).toBe('differs')
  })

  it.each([
    screen(null, 844),
    screen(390, null),
    screen(Number.NaN, 844),
    screen(390, Number.POSITIVE_INFINITY),
    screen(0, 844),
  ])('%j can’t be compared', (b) => {
    expect(compareScreens(screen(390, 844), b)).toEqual(SKIPPED)
  })
})

describe('languages', () => {
  it.each<[string[], string[], number, number]>([
    [['de-DE', 'en'], ['de-DE'], 15, 15],
    [['en'], ['en-GB'], 10, 10],
    [['en-US'], ['en-GB'], 10, 15],
    [['en-US', 'en'], ['en-us'], 15, 15],
    [['de-DE', 'en-US'], ['en-US', 'de-DE'], 15, 15],
    [['fr', 'de-AT'], ['de-AT'], 15, 15],
    [['en', 'en-GB'], ['en-GB', 'en'], 15, 15],
    [['zh-Hans-CN'], ['zh-CN'], 15, 15],
    [['en_US'], ['en-US'], 15, 15],
    [['iw-IL'], ['he-IL'], 15, 15],
    [['in-ID'], ['id-ID'], 15, 15],
    [['no-NO'], ['nb-NO'], 15, 15],
    [['es-419'], ['es-419'], 15, 15],
    [['de-u-co-phonebk'], ['de-DE'], 10, 10],
  ])('%j and %j agree', (a, b, points, of) => {
    expect(compareLanguages(a, b)).toEqual({ outcome: 'agrees', points, of })
    expect(compareLanguages(b, a)).toEqual({ outcome: 'agrees', points, of })
  })

  it.each([
    [['de-DE'], ['en-US', 'fr']],
    [
      ['de', 'en'],
      ['fr', 'en'],
    ],
  ])('%j and %j differ by what is preferred', (a, b) => {
    expect(compareLanguages(a, b)).toEqual({ outcome: 'differs', points: 0, of: 10 })
    expect(compareLanguages(b, a).outcome).toBe('differs')
  })

  it.each([[null], [[]], [['', '?', 'x']]])('%j can’t be compared', (a) => {
    expect(compareLanguages(a, ['en'])).toEqual(SKIPPED)
    expect(compareLanguages(['en'], a)).toEqual(SKIPPED)
  })
})

describe('time zones', () => {
  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Asia/Kolkata', 'Asia/Calcutta'],
    ['Europe/Kyiv', 'Europe/Kiev'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
    ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['GMT', 'UTC'],
    ['Mars/Olympus', 'Mars/Olympus'],
  ])('%s and %s agree', (app, browser) => {
    expect(compareTimeZones(app, browser)).toEqual({ outcome: 'agrees', points: 10, of: 10 })
  })

  it('differ by their names, also where clocks show the same', () => {
    expect(compareTimeZones('Europe/Berlin', 'Europe/Paris')).toEqual({
      outcome: 'differs',
      points: -25,
      of: 10,
    })
    expect(compareTimeZones('UTC', 'Europe/Paris').outcome).toBe('differs')
  })

  it.each([
    [null, 'Europe/Berlin'],
    ['Europe/Berlin', null],
    ['', ''],
    ['CEST', 'Europe/Berlin'],
    ['Europe/Berlin', 'Mars/Olympus'],
    ['Europe/Berlin', 'UTC'],
    ['Europe/Berlin', 'Etc/UTC'],
  ])('%j and a browser’s %j can’t be compared', (app, browser) => {
    expect(compareTimeZones(app, browser)).toEqual(SKIPPED)
  })

  it('of any number of made-up names are forgotten again', () => {
    for (let n = 0; n < 2_500; n += 1) expect(canonicalTimeZone(`Made/Up${n}`)).toBeNull()
    expect(canonicalTimeZone('Asia/Kolkata')).toBe(canonicalTimeZone('Asia/Calcutta'))
  })
})

describe('system versions', () => {
  it.each([
    ['ios', '17.4.1', '17.4'],
    ['ios', '17.4.1', '17.4.2'],
    ['ios', '26.1', '26.1'],
    ['ios', '26', '26.1'],
    ['android', '14', '14'],
    ['android', '14.0.0', '14'],
    ['android', '8.1.0', '8.1.0'],
  ] as const)('on %s %s and the browser’s %s agree', (platform, app, browser) => {
    expect(compareOsVersions(platform, app, browser)).toEqual({
      outcome: 'agrees',
      points: 10,
      of: 10,
    })
  })

  it.each([
    ['ios', '17.4', '17.5'],
    ['ios', '26.0', '26.1'],
    ['ios', '26.1', '18.5'],
    ['ios', '18.5', '18.6'],
    ['ios', '17.7', '16.6'],
    ['ios', '18.7', '26.1'],
    ['android', '14', '13'],
    ['android', '26', '18.6'],
  ] as const)('on %s %s and the browser’s %s differ', (platform, app, browser) => {
    expect(compareOsVersions(platform, app, browser)).toEqual({
      outcome: 'differs',
      points: -25,
      of: 10,
    })
  })

  it.each([
    ['ios', '26.1', '18.6'],
    ['ios', '26.0.1', '18.7'],
    ['ios', '27', '18.7'],
    ['ios', '16.7.10', '16.6'],
    ['ios', '18.7', '18.6'],
    ['android', '14', null],
    ['android', null, '14'],
    ['android', 'beta', '14'],
    ['android', '', '14'],
  ] as const)('on %s %s and the browser’s %s can’t be compared', (platform, app, browser) => {
    expect(compareOsVersions(platform, app, browser)).toEqual(SKIPPED)
  })
})

describe('models', () => {
  it.each([
    ['Pixel 8', 'Pixel 8'],
    ['samsung SM-S911B', 'SM-S911B'],
    ['sm-s911b', 'SM-S911B'],
    ['小米 14', '小米14'],
  ])('%s and %s agree', (app, browser) => {
    expect(compareModels(app, browser)).toEqual({ outcome: 'agrees', points: 10, of: 10 })
  })

  it('differ by any other letter', () => {
    expect(compareModels('Pixel 8', 'Pixel 8 Pro')).toEqual({
      outcome: 'differs',
      points: -25,
      of: 10,
    })
  })

  it.each([
    ['iPhone15,2', null],
    [null, 'Pixel 8'],
    ['', 'Pixel 8'],
    ['Pixel 8', ' - '],
  ])('%j and %j can’t be compared', (app, browser) => {
    expect(compareModels(app, browser)).toEqual(SKIPPED)
  })
})
