import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from '@jest/globals'
import { deviceOf, osVersionOfHint, parseUserAgent, toIpad } from './device.js'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1'
const FROZEN_ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Mobile Safari/537.36'
const ios = (os: string, rest: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${os} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`

describe('parseUserAgent', () => {
  it.each([
    [IPHONE, 'ios', '17.4.1'],
    ['Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15', 'ios', '16.6'],
    ['Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 Chrome/125.0', 'android', '14'],
    ['Mozilla/5.0 (Android 13; Mobile; rv:126.0) Gecko/126.0 Firefox/126.0', 'android', '13'],
    [FROZEN_ANDROID, 'android', null],
    ['Mozilla/5.0 (Linux; Android 10; K; wv) AppleWebKit/537.36 Chrome/138.0', 'android', null],
    ['Mozilla/5.0 (Linux; Android 10; SM-A105F) AppleWebKit/537.36 Chrome/99.0', 'android', '10'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605', 'desktop', null],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:126.0) Gecko/20100101', 'desktop', '10.15'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/125.0', 'desktop', null],
    ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/125.0', 'desktop', null],
    ['Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36', 'other', '6.0'],
    ['Dart/3.0 (dart:io)', 'other', null],
    ['', 'other', null],
  ])('%s', (agent, platform, osVersion) => {
    expect(parseUserAgent(agent)).toMatchObject({ platform, osVersion })
  })

  it('ignores the iOS version that Safari writes since version 26', () => {
    const versionOf = (os: string, rest: string) => parseUserAgent(ios(os, rest)).osVersion
    expect(versionOf('18_6', 'Version/26.1 Mobile/15E148 Safari/604.1')).toBe('26.1')
    expect(versionOf('18_7', 'Version/26.0 Mobile/15E148 Safari/604.1')).toBe('26.0')
    expect(versionOf('18_6', 'Version/18.6 Mobile/15E148 Safari/604.1')).toBe('18.6')
    expect(versionOf('18_6', 'Mobile/15E148 Instagram 380.0')).toBeNull()
    expect(versionOf('18_5', 'Mobile/15E148 Instagram 380.0')).toBe('18.5')
  })

  it('uses the version of apps that write the true one behind a frozen one', () => {
    const versionOf = (rest: string) =>
      parseUserAgent(ios('18_7', `Mobile/15E148 ${rest}`)).osVersion
    expect(versionOf('Instagram 405.0.0.31.80 (iPhone15,2; iOS 26_1; de_DE; de; scale=3.00)')).toBe(
      '26.1',
    )
    expect(versionOf('[FBAN/FBIOS;FBAV/535.0;FBDV/iPhone15,2;FBSN/iOS;FBSV/26.0.1;FBSS/3]')).toBe(
      '26.0.1',
    )
    expect(versionOf('[FBAN/FBIOS;FBSV/;FBSS/3]')).toBeNull()
    expect(versionOf('Other 1.0 (iPhone15,2; iOS 26_1; de)')).toBeNull()
    expect(parseUserAgent(`${FROZEN_ANDROID} [FB_IAB/FB4A;FBSV/14;FBCR/]`).osVersion).toBe('14')
  })

  it('distinguishes preview bots, other bots and people inside apps', () => {
    const kind = (agent: string) => {
      const { isPreviewBot, isBot } = parseUserAgent(agent)
      return isPreviewBot ? 'preview' : isBot ? 'bot' : 'person'
    }
    for (const agent of [
      'facebookexternalhit/1.1;line-poker/1.0',
      'WhatsApp/2.24.10.78 A',
      'TelegramBot (like TwitterBot)',
      'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
      'LinkedInBot/1.0 (compatible; Mozilla/5.0)',
      'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
    ])
      expect([agent, kind(agent)]).toEqual([agent, 'preview'])
    for (const agent of ['Mozilla/5.0 (compatible; Googlebot/2.1)', 'curl/8.5.0', 'okhttp/4.12.0'])
      expect([agent, kind(agent)]).toEqual([agent, 'bot'])
    for (const agent of [
      IPHONE,
      FROZEN_ANDROID,
      ios('17_4', 'Mobile/15E148 [FBAN/FBIOS;FBAV/450.0;FBBV/1]'),
      ios('17_4', 'Mobile/15E148 Twitter for iPhone/10.30'),
      ios('17_4', 'Mobile/15E148 [Pinterest/iOS]'),
      ios('17_4', 'Mobile/15E148 LinkedInApp'),
    ])
      expect([agent, kind(agent)]).toEqual([agent, 'person'])
  })

  it('stores nothing else of a header', () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const usedBytes = () => {
      collect()
      return process.memoryUsage().heapUsed
    }
    parseUserAgent('warm')
    const before = usedBytes()
    for (let n = 0; n < 1_000; n += 1)
      parseUserAgent(Buffer.from(`${n} ${'x'.repeat(15_000)}`).toString('latin1'))
    expect(usedBytes() - before).toBeLessThan(5_000_000)
  })

  it('accepts any header value', () => {
    for (const agent of ['('.repeat(5_000), '\xff\xfe', 'Android '.repeat(900), '/', ';;;', ' '])
      expect(parseUserAgent(agent).isPreviewBot).toBe(false)
  })
})

describe('deviceOf', () => {
  it('prefers the client hints of an Android, the only source of a model', () => {
    const hints = { 'sec-ch-ua-platform-version': '"14.0.0"', 'sec-ch-ua-model': '"Pixel 8"' }
    expect(deviceOf({ 'user-agent': FROZEN_ANDROID, ...hints })).toMatchObject({
      osVersion: '14',
      model: 'Pixel 8',
    })
    const named = 'Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 Chrome/125.0'
    expect(deviceOf({ 'user-agent': named })).toMatchObject({ osVersion: '14', model: null })
    expect(deviceOf({ 'user-agent': IPHONE, ...hints }).osVersion).toBe('17.4.1')
  })

  it('rejects a hint that is not one quoted text', () => {
    for (const bad of ['Pixel 8', '""', '"', '"a"b"\0', `"ä"`]) {
      expect(deviceOf({ 'user-agent': FROZEN_ANDROID, 'sec-ch-ua-model': bad }).model).toBe(
        bad === '"a"b"' ? 'a"b' : null,
      )
    }
  })
})

const mac = (rest: string) =>
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)${rest}`

describe('a possible iPad', () => {
  it.each([
    [' Version/17.4 Safari/605.1.15', '17.4'],
    [' Version/26.0.1 Safari/605.1.15', '26.0.1'],
    [' Version/16.6 Mobile/15E148 Safari/605.1.15', '16.6'],
    [' Version/17.4 Safari/605.1.15 Ddg/17.4', '17.4'],
    [' CriOS/125 Version/11.1.1 Safari/605.1.15', null],
    [' FxiOS/126.0 Safari/605.1.15', null],
    [' Version/16.0 EdgiOS/125.0 Mobile/15E148 Safari/605.1.15', null],
    [' Mobile/15E148 [FBAN/FBIOS;FBDV/iPad13,1;FBSN/iPadOS;FBSV/17.4.1;FBSS/2]', '17.4.1'],
    ['', null],
  ])('is WebKit that calls itself a Mac:%s', (rest, osVersion) => {
    const device = deviceOf({ 'user-agent': mac(rest) })
    expect(device).toMatchObject({ platform: 'desktop', osVersion: null, mayBeIpad: true })
    expect(toIpad(device, mac(rest))).toMatchObject({ platform: 'ios', osVersion })
  })

  it.each([
    mac(' Chrome/125.0.0.0 Safari/537.36'),
    mac(' Chromium/125.0.0.0 Safari/537.36'),
    mac(' HeadlessChrome/125.0.0.0 Safari/537.36'),
    mac(' Version/17.4 Safari/605.1.15 (Applebot/0.1)'),
    mac(' Version/13.1 Safari/605.1.15 facebookexternalhit/1.1 Facebot Twitterbot/1.0'),
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:126.0) Gecko/20100101 Firefox/126.0',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/605.1.15',
    IPHONE,
    '',
  ])('is not %s', (agent) => {
    expect(parseUserAgent(agent).mayBeIpad).toBe(false)
  })
})

describe('osVersionOfHint', () => {
  it('writes versions as the phone’s apps see them', () => {
    expect(osVersionOfHint('android', '14.0.0')).toBe('14')
    expect(osVersionOfHint('android', '9.0.0')).toBe('9')
    expect(osVersionOfHint('android', '8.1.0')).toBe('8.1.0')
    expect(osVersionOfHint('android', '10')).toBe('10')
    expect(osVersionOfHint('android', '')).toBeNull()
    expect(osVersionOfHint('android', '14-rc')).toBeNull()
    expect(osVersionOfHint('desktop', '15.0.0')).toBeNull()
  })
})
