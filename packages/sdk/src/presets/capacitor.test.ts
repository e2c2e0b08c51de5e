import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { capacitorAdapters, type CapacitorPlugins } from './capacitor.js'

const pixel = { platform: 'android', osVersion: '14', model: 'Pixel 8' }
const iphone = { platform: 'ios', osVersion: '17.4', model: 'iPhone15,4' }

function plugins(info: typeof pixel, changes: Partial<CapacitorPlugins> = {}) {
  const stored = new Map<string, string>()
  const listeners = new Set<(event: { url: string }) => void>()
  const adapters = capacitorAdapters({
    app: {
      getLaunchUrl: () => Promise.resolve(undefined),
      addListener(_name, listener) {
        listeners.add(listener)
        return Promise.resolve({
          remove() {
            listeners.delete(listener)
            return Promise.resolve()
          },
        })
      },
    },
    preferences: {
      get: ({ key }) => Promise.resolve({ value: stored.get(key) ?? null }),
      set: ({ key, value }) => Promise.resolve(void stored.set(key, value)),
      remove: ({ key }) => Promise.resolve(void stored.delete(key)),
    },
    device: {
      getInfo: () => Promise.resolve(info),
      getLanguageTag: () => Promise.resolve({ value: 'fr-CA' }),
    },
    ...changes,
  })
  return { adapters, stored, listeners }
}

describe('storage', () => {
  it('uses Preferences', async () => {
    const { adapters, stored } = plugins(pixel)
    await adapters.storage.setItem('throughline.gclid', 'Cj0')
    expect(stored).toEqual(new Map([['throughline.gclid', 'Cj0']]))
    expect(await adapters.storage.getItem('throughline.gclid')).toBe('Cj0')
    await adapters.storage.removeItem('throughline.gclid')
    expect(await adapters.storage.getItem('throughline.gclid')).toBeNull()
  })
})

describe('links', () => {
  it('reads appUrlOpen until it is unsubscribed', async () => {
    const { adapters, listeners } = plugins(pixel)
    const urls: string[] = []
    const end = adapters.links.subscribe((url) => urls.push(url))
    listeners.forEach((listener) => listener({ url: 'service-x://open' }))
    end()
    await new Promise(setImmediate)
    expect(urls).toEqual(['service-x://open'])
    expect(listeners.size).toBe(0)
  })

  it.each([
    ['a URL', { url: 'service-x://open' }, 'service-x://open'],
    ['none', undefined, null],
    ['the empty one of a browser', { url: '' }, null],
  ])('are read if they started the app: %s', async (_name, launch, expected) => {
    const { adapters } = plugins(pixel, {
      app: {
        getLaunchUrl: () => Promise.resolve(launch),
        addListener: () => Promise.reject(new Error('not implemented')),
      },
    })
    adapters.links.subscribe(() => undefined)()
    expect(await adapters.links.getInitialUrl()).toBe(expected)
  })
})

describe('device', () => {
  const page = globalThis as { screen?: object; devicePixelRatio?: number }
  afterEach(() => {
    delete page.screen
    delete page.devicePixelRatio
  })

  it('is read from the plugin, its screen from the web view', async () => {
    page.screen = { width: 412, height: 915 }
    page.devicePixelRatio = 2.625
    const device = await plugins(pixel).adapters.device.getDevice()
    expect(device).toMatchObject({
      platform: 'android',
      osVersion: '14',
      model: 'Pixel 8',
      screenWidth: 412,
      screenHeight: 915,
      pixelRatio: 2.625,
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
    expect(device?.languages?.[0]).toBe('fr-CA')
  })

  it('is absent in a browser', async () => {
    const { adapters } = plugins({ platform: 'web', osVersion: '10', model: 'Linux' })
    expect(await adapters.device.getDevice()).toBeNull()
  })
})

describe('install referrer and clipboard', () => {
  const installReferrer = { getInstallReferrer: () => Promise.resolve('click_token=abc') }
  const clipboard = { read: () => Promise.resolve({ value: 'https://acme.links.example/A' }) }

  it('are read only if their plugins were passed', () => {
    expect(Object.keys(plugins(pixel).adapters)).toEqual(['storage', 'links', 'device'])
  })

  it.each([
    ['the referrer on Android', pixel, 'click_token=abc', null],
    ['the clipboard on iOS', iphone, null, 'https://acme.links.example/A'],
  ])('give only %s', async (_name, info, referrer, text) => {
    const { adapters } = plugins(info, { installReferrer, clipboard })
    expect(await adapters.installReferrer?.getInstallReferrer()).toBe(referrer)
    expect(await adapters.clipboard?.getText()).toBe(text)
  })

  it('include the times of Google Play where the plugin has them', async () => {
    const info = { referrer: 'dyna_code=A', installBeginAt: 1772357400, clickAt: 1772357300 }
    const { adapters } = plugins(pixel, {
      installReferrer: { getInstallReferrer: () => Promise.resolve(info) },
    })
    expect(await adapters.installReferrer?.getInstallReferrer()).toEqual(info)
  })

  it('read the referrer once more after a second, because Play may be updating itself', async () => {
    jest.useFakeTimers()
    try {
      let asked = 0
      const { adapters } = plugins(pixel, {
        installReferrer: {
          getInstallReferrer() {
            asked += 1
            return asked === 1 ? Promise.reject(new Error('unavailable')) : Promise.resolve('a=b')
          },
        },
      })
      const answer = adapters.installReferrer?.getInstallReferrer()
      await jest.advanceTimersByTimeAsync(1000)
      expect(await answer).toBe('a=b')
      expect(asked).toBe(2)
    } finally {
      jest.useRealTimers()
    }
  })

  it('have no text where the clipboard is empty and the plugin throws', async () => {
    const empty = { read: () => Promise.reject(new Error('There is no data on the clipboard')) }
    const { adapters } = plugins(iphone, { clipboard: empty })
    expect(await adapters.clipboard?.getText()).toBeNull()
  })
})
