export type Platform = 'ios' | 'android'
export type Browser = 'safari' | 'chrome' | 'instagram'

/** A simulated phone. */
export interface Phone {
  platform: Platform
  userAgent: string
  /** The browser's data in the landing page's device report. */
  report: Record<string, unknown>
  /** `device` of the install report. */
  device: Record<string, unknown>
}

/** Android's version and the model are frozen in Chrome's user agent; client hints report them. */
const USER_AGENTS: Record<Platform, Partial<Record<Browser, string>>> = {
  ios: {
    safari:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    chrome:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/137.0.7151.79 Mobile/15E148 Safari/604.1',
    instagram:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 380.0.0.20.97',
  },
  android: {
    chrome:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36',
    instagram:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A.240805.005; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/137.0.7151.72 Mobile Safari/537.36 Instagram 380.0.0.46.84 Android',
  },
}

const LOCALE = { languages: ['en-GB'], time_zone: 'Europe/London' }
const IPHONE = { screen_width: 393, screen_height: 852, pixel_ratio: 3, ...LOCALE }
const PIXEL = { screen_width: 412, screen_height: 915, pixel_ratio: 2.625, ...LOCALE }

const DEVICES: Record<Platform, Pick<Phone, 'report' | 'device'>> = {
  ios: { report: IPHONE, device: { ...IPHONE, os_version: '18.5', model: 'iPhone15,4' } },
  android: {
    report: { ...PIXEL, platform_version: '14.0.0', model: 'Pixel 8' },
    device: { ...PIXEL, os_version: '14', model: 'Pixel 8' },
  },
}

/** Returns a phone with that browser, by default the platform's default. Throws if the platform has no such browser. */
export function phoneWith(platform: Platform, browser?: Browser): Phone {
  const name = browser ?? (platform === 'ios' ? 'safari' : 'chrome')
  const userAgent = USER_AGENTS[platform][name]
  if (userAgent === undefined) throw new Error(`--browser: ${name} does not run on ${platform}.`)
  return { platform, userAgent, ...DEVICES[platform] }
}

export interface LandingPage {
  /** `service-{projectId}://open?…` */
  schemeUrl: string | null
  storeUrl: string | null
  /** The referrer that Google Play passes to the app, decoded once. */
  referrer: string | null
  /** The token for the page's device report. */
  reportToken: string | null
  /** The URL that the page copies to the clipboard before it opens the app or the store. */
  clipboardUrl: string | null
}

/** Parses a landing page: links from hrefs, and the script's values from attributes. */
export function readLandingPage(html: string): LandingPage {
  const valuesOf = (attribute: string) =>
    [...html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map(([, value]) =>
      unescapeHtml(value ?? ''),
    )
  const hrefs = valuesOf('href')
  const playUrl = hrefs.find((href) => href.startsWith('https://play.google.com/'))
  return {
    schemeUrl: hrefs.find((href) => href.startsWith('service-')) ?? null,
    storeUrl: playUrl ?? hrefs.find((href) => href.startsWith('https://apps.apple.com/')) ?? null,
    referrer: playUrl === undefined ? null : new URL(playUrl).searchParams.get('referrer'),
    reportToken: valuesOf('data-token')[0] ?? null,
    clipboardUrl: valuesOf('data-clip')[0] ?? null,
  }
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
}

function unescapeHtml(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}
