import { describe, expect, it } from '@jest/globals'
import { AGENTS } from '../../../test/user-agents.js'
import { inAppBrowserOf } from './in-app-browser.js'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0.0.0 Mobile Safari/537.36'

describe('inAppBrowserOf', () => {
  it.each([
    ['instagram', `${IPHONE} Instagram 380.0.0.20.97 (iPhone15,2; iOS 17_4; de_DE; scale=3.00)`],
    ['instagram', `${ANDROID} Instagram 330.0.0.40.92 Android (34/14; 420dpi; 1080x2400)`],
    ['facebook', `${IPHONE} [FBAN/FBIOS;FBAV/460.0.0.30.109;FBBV/589;FBDV/iPhone15,2]`],
    ['facebook', `${ANDROID} [FB_IAB/FB4A;FBAV/460.0.0.40.97;]`],
    ['facebook', `${ANDROID} [FB_IAB/Orca-Android;FBAV/450.0.0.41.109;]`],
    ['tiktok', `${IPHONE} musical_ly_34.1.0 JsSdk/2.0 NetType/WIFI BytedanceWebview/d8a21c6`],
    ['tiktok', `${ANDROID} trill_340103 JsSdk/1.0 NetType/WIFI Channel/googleplay`],
    ['linkedin', `${IPHONE} [LinkedInApp]/9.29.7215`],
    ['snapchat', `${IPHONE} Snapchat/12.80.0.39 (like Safari/8617.2.4.10.8, panda)`],
    ['wechat', `${ANDROID} MMWEBID/1 MicroMessenger/8.0.49.2600(0x28003133) WeChat/arm64`],
    ['line', `${IPHONE} Safari Line/14.5.0`],
    ['twitter', `${IPHONE} Twitter for iPhone/10.34`],
    ['twitter', `${ANDROID} TwitterAndroid`],
    ['pinterest', `${IPHONE} [Pinterest/iOS]`],
    ['pinterest', `${ANDROID} [Pinterest/Android]`],
    ['threads', `${IPHONE} Barcelona 320.0.0.28.109 (iPhone15,2; iOS 17_4; de_DE; scale=3.00)`],
    ['kakaotalk', `${IPHONE} KAKAOTALK 10.3.1`],
    ['kakaotalk', `${ANDROID};KAKAOTALK 2410310`],
    ['naver', `${IPHONE} Version/17.4 Safari/605.1 NAVER(inapp; search; 1010; 11.24.5; 12PRO)`],
    ['web_view', IPHONE],
    ['web_view', AGENTS.ipad.replace(' Version/17.4 Safari/605.1.15', '')],
    ['web_view', ANDROID],
    ['web_view', `${ANDROID} SomeShop/4.1`],
  ])('recognizes %s', (name, agent) => {
    expect(inAppBrowserOf(agent)).toBe(name)
  })

  it.each([
    AGENTS.iphone,
    AGENTS.android,
    AGENTS.androidFirefox,
    `${IPHONE.replace('Mobile', 'CriOS/125.0.6422.80 Mobile')} Safari/604.1`,
    `${IPHONE.replace('Mobile', 'FxiOS/126.0 Mobile')} Safari/605.1.15`,
    `${IPHONE.replace('Mobile', 'GSA/318.0.634488990 Mobile')} Safari/604.1`,
    AGENTS.ipad,
    AGENTS.desktop,
    AGENTS.facebook,
    AGENTS.googlebot,
    'Twitterbot/1.0',
    'Pinterest/0.2 (+https://www.pinterest.com/bot.html)',
    'Mozilla/5.0 (iPhone) AppleWebKit (KHTML, like Gecko) LinkedInBot/1.0',
    'line-poker/1.0',
    '',
    undefined,
  ])('returns null for %s', (agent) => {
    expect(inAppBrowserOf(agent)).toBeNull()
  })
})
