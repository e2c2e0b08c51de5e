import { describe, expect, it } from '@jest/globals'
import { canonicalTimeZone, compareTimeZones, timeZoneBucket } from './compare-time-zones.js'
import { compareLanguages, languageBucket } from './compare-languages.js'
import { compareModels, modelBucket, compareSignals } from './compare-signals.js'
import { compareOsVersions, osVersionBucket } from './compare-os-versions.js'
import { compareScreens, screenBucket } from './compare-screens.js'
import type { MatchSignals } from './match-types.js'
import { IPHONE, makeClick, makeInstall, minutesAgo, PIXEL, UNREPORTED } from './test-fixtures.js'

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
    expect(compareScreens(a, b)).toBe('agrees')
    expect(compareScreens(b, a)).toBe('agrees')
  })

  it.each([
    [screen(390, 844), screen(393, 852)],
    [screen(390, 844), screen(390, 846)],
    [screen(390, 844), screen(392, 844)],
    [screen(412, 915, 2.625), screen(412, 915, 3.5)],
  ])('%j and %j differ', (a, b) => {
    expect(compareScreens(a, b)).toBe('differs')
    expect(compareScreens(b, a)).toBe('differs')
  })

  it.each([
    screen(null, 844),
    screen(390, null),
    screen(Number.NaN, 844),
    screen(390, Number.POSITIVE_INFINITY),
    screen(0, 844),
  ])('%j is not comparable', (b) => {
    expect(compareScreens(screen(390, 844), b)).toBe('not_comparable')
  })
})

describe('languages', () => {
  it.each<[string[], string[], string]>([
    [['de-DE', 'en'], ['de-DE'], 'agrees'],
    [['en'], ['en-GB'], 'not_comparable'],
    [['en-US'], ['en-GB'], 'differs'],
    [['en-US', 'en'], ['en-us'], 'agrees'],
    [['de-DE', 'en-US'], ['en-US', 'de-DE'], 'agrees'],
    [['fr', 'de-AT'], ['de-AT'], 'agrees'],
    [['en', 'en-GB'], ['en-GB', 'en'], 'agrees'],
    [['zh-Hans-CN'], ['zh-CN'], 'agrees'],
    [['en_US'], ['en-US'], 'agrees'],
    [['iw-IL'], ['he-IL'], 'agrees'],
    [['in-ID'], ['id-ID'], 'agrees'],
    [['no-NO'], ['nb-NO'], 'agrees'],
    [['es-419'], ['es-419'], 'agrees'],
    [['de-u-co-phonebk'], ['de-DE'], 'not_comparable'],
  ])('%j and %j agree, with a region that is %s', (a, b, region) => {
    expect(compareLanguages(a, b)).toEqual({ language: 'agrees', region })
    expect(compareLanguages(b, a)).toEqual({ language: 'agrees', region })
  })

  it.each([
    [['de-DE'], ['en-US', 'fr']],
    [
      ['de', 'en'],
      ['fr', 'en'],
    ],
  ])('%j and %j differ by the preferred language', (a, b) => {
    expect(compareLanguages(a, b)).toEqual({ language: 'differs', region: 'not_comparable' })
    expect(compareLanguages(b, a).language).toBe('differs')
  })

  it.each([[null], [[]], [['', '?', 'x']]])('%j is not comparable', (a) => {
    const neither = { language: 'not_comparable', region: 'not_comparable' }
    expect(compareLanguages(a, ['en'])).toEqual(neither)
    expect(compareLanguages(['en'], a)).toEqual(neither)
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
    expect(compareTimeZones(app, browser)).toBe('agrees')
  })

  it('differ by name, even if clocks show the same', () => {
    expect(compareTimeZones('Europe/Berlin', 'Europe/Paris')).toBe('differs')
    expect(compareTimeZones('UTC', 'Europe/Paris')).toBe('differs')
  })

  it.each([
    [null, 'Europe/Berlin'],
    ['Europe/Berlin', null],
    ['', ''],
    ['CEST', 'Europe/Berlin'],
    ['Europe/Berlin', 'Mars/Olympus'],
    ['Europe/Berlin', 'UTC'],
    ['Europe/Berlin', 'Etc/UTC'],
  ])('%j and a browser’s %j are not comparable', (app, browser) => {
    expect(compareTimeZones(app, browser)).toBe('not_comparable')
  })

  it('do not fill the cache with invented names', () => {
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
  ] as const)('agree on %s: %s and the browser’s %s', (platform, app, browser) => {
    expect(compareOsVersions(platform, app, browser)).toBe('agrees')
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
  ] as const)('differ on %s: %s and the browser’s %s', (platform, app, browser) => {
    expect(compareOsVersions(platform, app, browser)).toBe('differs')
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
  ] as const)('are not comparable on %s: %s and the browser’s %s', (platform, app, browser) => {
    expect(compareOsVersions(platform, app, browser)).toBe('not_comparable')
  })
})

describe('models', () => {
  it.each([
    ['Pixel 8', 'Pixel 8'],
    ['samsung SM-S911B', 'SM-S911B'],
    ['sm-s911b', 'SM-S911B'],
    ['小米 14', '小米14'],
  ])('%s and %s agree', (app, browser) => {
    expect(compareModels(app, browser)).toBe('agrees')
  })

  it('differ by any other letter', () => {
    expect(compareModels('Pixel 8', 'Pixel 8 Pro')).toBe('differs')
  })

  it.each([
    ['iPhone15,2', null],
    [null, 'Pixel 8'],
    ['', 'Pixel 8'],
    ['Pixel 8', ' - '],
  ])('%j and %j are not comparable', (app, browser) => {
    expect(compareModels(app, browser)).toBe('not_comparable')
  })
})

describe('the buckets of the model’s tables', () => {
  it.each<[string, string, string]>([
    ['model', modelBucket('samsung SM-S911B'), 'samsungsms911b'],
    ['model', modelBucket(null), ''],
    [
      'screen',
      screenBucket({ screenWidth: 914.29, screenHeight: 411.43, pixelRatio: 2 }),
      '411x914',
    ],
    ['screen', screenBucket(UNREPORTED), ''],
    ['version', osVersionBucket('17.4.1'), '17.4'],
    ['version', osVersionBucket('14'), '14'],
    ['version', osVersionBucket('beta'), ''],
    ['time zone', timeZoneBucket('Asia/Calcutta'), timeZoneBucket('Asia/Kolkata')],
    ['time zone', timeZoneBucket('Mars/Olympus'), 'Mars/Olympus'],
    ['language', languageBucket(['iw-IL', 'en']), 'he'],
    ['language', languageBucket(null), ''],
  ])('%s: %j is %j', (_signal, bucket, expected) => {
    expect(bucket).toBe(expected)
  })
})

describe('an install compared with a click', () => {
  const compare = (app: MatchSignals, browser: MatchSignals, isWholeAddressComparable = false) =>
    Object.fromEntries(
      compareSignals(
        makeInstall({ platform: 'android', signals: app }),
        makeClick({ signals: browser }),
        isWholeAddressComparable,
      ).map(({ signal, outcome, bucket }) => [signal, `${outcome} ${String(bucket)}`]),
    )

  it('compares screen and version in the context of an equal model', () => {
    expect(compare(PIXEL, PIXEL)).toEqual({
      model: 'agrees pixel8',
      screen: 'agrees same_model',
      os_version: 'agrees same_device:14',
      time_zone: 'agrees Europe/Berlin',
      language: 'agrees de',
      region: 'agrees de',
      address: 'not_comparable null',
      install_time: 'not_comparable null',
    })
  })

  it('compares the version in the context of an equal screen if no model is reported', () => {
    const { os_version } = compare(IPHONE, IPHONE)
    expect(os_version).toBe('agrees same_device:17.4')
    expect(compare(IPHONE, { ...IPHONE, screenWidth: 430 })).toMatchObject({
      screen: 'differs 390x844',
      os_version: 'agrees 17.4',
    })
    expect(compare(PIXEL, { ...PIXEL, model: 'Pixel 7' })).toMatchObject({
      model: 'differs pixel8',
      screen: 'agrees 412x915',
      os_version: 'agrees 14',
    })
  })

  it('skips signals that one side did not report', () => {
    const outcomes = Object.values(compare(PIXEL, UNREPORTED))
    expect(outcomes).toEqual(outcomes.map(() => 'not_comparable null'))
  })

  it.each([
    [1, 1.01, 'agrees', 'under_2_minutes'],
    [1, 1.1, 'differs', 'under_2_minutes'],
    [5, 4, 'agrees', 'under_6_minutes'],
    [29, 60, 'differs', 'under_30_minutes'],
    [30, -5, 'agrees', 'later'],
  ])(
    'has an age signal: click %d minutes old, install %d minutes old: %s',
    (age, began, outcome, bucket) => {
      const times = { beganAt: null, installedAt: minutesAgo(began), referrerClickAt: null }
      const compared = compareSignals(makeInstall({ times }), makeClick({ minutes: age }), false)
      expect(compared.at(-1)).toEqual({ signal: 'install_time', outcome, bucket })
      const byPlay = { ...times, beganAt: minutesAgo(0), installedAt: minutesAgo(600) }
      const played = compareSignals(makeInstall({ times: byPlay }), makeClick(), false)
      expect(played.at(-1)?.outcome).toBe('agrees')
    },
  )

  it('compares the whole address only if it can belong to one phone', () => {
    const click = (sameFullAddress: boolean) => makeClick({ sameFullAddress })
    const address = (sameFullAddress: boolean, isComparable: boolean) =>
      compareSignals(makeInstall(), click(sameFullAddress), isComparable).find(
        ({ signal }) => signal === 'address',
      )?.outcome
    expect(address(true, true)).toBe('agrees')
    expect(address(false, true)).toBe('differs')
    expect(address(true, false)).toBe('not_comparable')
  })
})
