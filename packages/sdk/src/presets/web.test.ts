import { describe, expect, it, jest } from '@jest/globals'
import type { HashChange, Page, PageNavigator } from './page.js'
import { webAdapters, type WebOptions } from './web.js'

function storageOf(items: Map<string, string>) {
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

describe('storage', () => {
  it('uses localStorage', async () => {
    const items = new Map<string, string>()
    const { storage } = webAdapters({
      page: { localStorage: storageOf(items) },
      reportsInstall: false,
    })
    await storage.setItem('throughline.gclid', 'Cj0')
    expect(items).toEqual(new Map([['throughline.gclid', 'Cj0']]))
    expect(await storage.getItem('throughline.gclid')).toBe('Cj0')
    await storage.removeItem('throughline.gclid')
    expect(items.size).toBe(0)
    expect(await storage.getItem('throughline.gclid')).toBeNull()
  })

  it.each<[string, Page]>([
    ['there is none, as on a server', {}],
    [
      'the sight of it throws, as where site data is blocked',
      {
        get localStorage(): never {
          throw new Error('SecurityError')
        },
      },
    ],
    [
      'it is full',
      {
        localStorage: {
          ...storageOf(new Map([['a', 'old']])),
          setItem: () => {
            throw new Error('QuotaExceededError')
          },
        },
      },
    ],
  ])('is in memory where %s', async (_name, page) => {
    const { storage } = webAdapters({ page, reportsInstall: false })
    await storage.setItem('a', '1')
    expect(await storage.getItem('a')).toBe('1')
    await storage.removeItem('a')
    expect(await storage.getItem('a')).toBeNull()
  })
})

describe('links', () => {
  const link = 'https://acme.links.example/AB12CD3?gclid=a%2Bb'

  function pageAt(href: string) {
    const listeners = new Set<(event: HashChange) => void>()
    const location = { href }
    const page: Page = {
      location,
      addEventListener: (_type, listener) => void listeners.add(listener),
      removeEventListener: (_type, listener) => void listeners.delete(listener),
    }
    const go = (newURL: string) => {
      const oldURL = location.href
      location.href = newURL
      listeners.forEach((listener) => listener({ oldURL, newURL }))
    }
    /** Changes the URL without an event, like history.replaceState. */
    const replace = (next: string) => (location.href = next)
    return { page, go, replace, listeners }
  }

  const carrying = (url: string) => `https://app.example/#open=${encodeURIComponent(url)}`

  it("are not emitted without the parameter: the page's own URL is not a link", async () => {
    const { page } = pageAt(carrying(link))
    expect(await webAdapters({ page, reportsInstall: false }).links.getInitialUrl()).toBeNull()
  })

  it.each([
    ['the fragment', carrying(link), link],
    ['the query', `https://app.example/?a=b&open=${encodeURIComponent(link)}#top`, link],
    ['nowhere', 'https://app.example/?reopen=x', null],
    ['an empty parameter', 'https://app.example/#open=', null],
    [
      'a broken escape',
      'https://app.example/#open=https://a.example/%E0%A4%A',
      'https://a.example/%E0%A4%A',
    ],
  ])('come from %s', async (_name, href, expected) => {
    const { page } = pageAt(href)
    const { links } = webAdapters({ page, linkParameter: 'open', reportsInstall: false })
    expect(await links.getInitialUrl()).toBe(expected)
  })

  it('are those that the page was opened with, whatever a router does to its URL', async () => {
    const { page, go } = pageAt(carrying(link))
    const { links } = webAdapters({ page, linkParameter: 'open', reportsInstall: false })
    go('https://app.example/home')
    expect(await links.getInitialUrl()).toBe(link)
  })

  it('are emitted while the page is open, each once, until they are unsubscribed', () => {
    const { page, go, listeners } = pageAt(carrying(link))
    const { links } = webAdapters({ page, linkParameter: 'open', reportsInstall: false })
    const urls: string[] = []
    const end = links.subscribe((url) => urls.push(url))
    go(`${carrying(link)}&scrolled`)
    go(carrying('service-x://open?dyna_code=A'))
    go('https://app.example/#top')
    go(carrying('service-x://open?dyna_code=A'))
    end()
    expect(urls).toEqual(['service-x://open?dyna_code=A', 'service-x://open?dyna_code=A'])
    expect(listeners.size).toBe(0)
  })

  it('are emitted again where the page had removed them from its URL', () => {
    const { page, go, replace } = pageAt(carrying(link))
    const { links } = webAdapters({ page, linkParameter: 'open', reportsInstall: false })
    const urls: string[] = []
    links.subscribe((url) => urls.push(url))
    replace('https://app.example/')
    go(carrying(link))
    replace('https://app.example/')
    go(carrying(link))
    expect(urls).toEqual([link, link])
  })

  it('are not emitted if adding a listener fails, and the page continues', () => {
    const page: Page = {
      addEventListener: () => {
        throw new Error('not here')
      },
    }
    const { links } = webAdapters({ page, linkParameter: 'open', reportsInstall: false })
    expect(() => links.subscribe(() => undefined)()).not.toThrow()
  })
})

describe('device', () => {
  const CHROME =
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36'
  const FIREFOX = 'Mozilla/5.0 (Android 14; Mobile; rv:137.0) Gecko/137.0 Firefox/137.0'
  const safari = (system: string, version: string) =>
    `Mozilla/5.0 (iPhone; CPU iPhone OS ${system} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Mobile/15E148 Safari/604.1`
  const MAC =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15'

  const deviceOf = (navigator: PageNavigator, page: Page = {}) =>
    webAdapters({ page: { ...page, navigator }, reportsInstall: true }).device.getDevice()

  const hints = (platformVersion: string, model: string) => ({
    platform: 'Android',
    getHighEntropyValues: () => Promise.resolve({ platformVersion, model }),
  })

  it('has screen, languages and time zone', async () => {
    const page = { screen: { width: 412, height: 915 }, devicePixelRatio: 2.625 }
    const navigator = {
      userAgent: CHROME,
      languages: ['de-DE', 'de'],
      userAgentData: hints('14.0.0', 'Pixel 8'),
    }
    expect(await deviceOf(navigator, page)).toEqual({
      platform: 'android',
      osVersion: '14',
      model: 'Pixel 8',
      screenWidth: 412,
      screenHeight: 915,
      pixelRatio: 2.625,
      languages: ['de-DE', 'de'],
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
  })

  it.each<[string, PageNavigator, string | undefined]>([
    ['Chromium by its hint', { userAgent: CHROME, userAgentData: hints('8.1.0', '') }, '8.1.0'],
    ['Chromium without hints not at all', { userAgent: CHROME }, undefined],
    ['Firefox by its user agent', { userAgent: FIREFOX }, '14'],
    ['Safari by the system', { userAgent: safari('17_4_1', '17.4.1') }, '17.4.1'],
    ['Safari’s frozen system by its own version', { userAgent: safari('18_6', '26.1') }, '26.1'],
    ['an iPad that calls itself a Mac', { userAgent: MAC, maxTouchPoints: 5 }, '17.4'],
  ])('tells the version of %s', async (_name, navigator, osVersion) => {
    const device = await deviceOf(navigator)
    expect(device?.osVersion).toBe(osVersion)
    expect(device?.platform).toBe(/Android/.test(navigator.userAgent ?? '') ? 'android' : 'ios')
  })

  it('has no hints where the browser rejects them', async () => {
    const userAgentData = {
      platform: 'Android',
      getHighEntropyValues: () => Promise.reject(new Error('NotAllowedError')),
    }
    const device = await deviceOf({ userAgent: CHROME, userAgentData })
    expect(device).toMatchObject({ platform: 'android' })
    expect(device).not.toHaveProperty('osVersion')
  })

  it.each<[string, PageNavigator]>([
    ['a Mac', { userAgent: MAC, maxTouchPoints: 0 }],
    [
      'a PC with a touch screen',
      { userAgent: 'Mozilla/5.0 (Windows NT 10.0)', maxTouchPoints: 10 },
    ],
    ['what says nothing', {}],
  ])('is null on %s', async (_name, navigator) => {
    expect(await deviceOf(navigator)).toBeNull()
  })

  it('is absent on a server', async () => {
    expect(await webAdapters({ page: {}, reportsInstall: true }).device.getDevice()).toBeNull()
  })

  it('is absent where the page reports no install', async () => {
    const page = { navigator: { userAgent: FIREFOX } }
    expect(await webAdapters({ page, reportsInstall: false }).device.getDevice()).toBeNull()
  })

  it.each<[string, object | undefined]>([
    ['without the option', { page: { navigator: { userAgent: FIREFOX } } }],
    ['without any option', undefined],
  ])('is null %s, and one line says so', async (_name, options) => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined)
    try {
      // Values that JavaScript can pass although the types forbid them.
      const { device } = webAdapters(options as WebOptions)
      expect([await device.getDevice(), await device.getDevice()]).toEqual([null, null])
      expect(warn.mock.calls).toEqual([
        ['webAdapters: reportsInstall is missing, so no install is reported. Pass true or false.'],
      ])
    } finally {
      warn.mockRestore()
    }
  })
})

describe('clipboard', () => {
  const readable = {
    navigator: { clipboard: { readText: () => Promise.resolve('https://acme.links.example/A') } },
  }

  it('is read only if the option is set', async () => {
    expect(webAdapters({ page: readable, reportsInstall: false })).not.toHaveProperty('clipboard')
    const { clipboard } = webAdapters({
      page: readable,
      readsClipboard: true,
      reportsInstall: false,
    })
    expect(await clipboard?.getText()).toBe('https://acme.links.example/A')
  })

  it('has no text if the browser has no clipboard or the user denies access', async () => {
    const refusing = { clipboard: { readText: () => Promise.reject(new Error('NotAllowedError')) } }
    for (const page of [{}, { navigator: refusing }]) {
      const { clipboard } = webAdapters({ page, readsClipboard: true, reportsInstall: false })
      expect(await clipboard?.getText()).toBeNull()
    }
  })
})
