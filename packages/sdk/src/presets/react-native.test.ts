import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { reactNativeAdapters, type ReactNativeModules } from './react-native.js'

const iphone = { OS: 'ios', Version: '17.4', constants: { osVersion: '17.4' } }
const pixel = { OS: 'android', Version: 34, constants: { Release: '14', Model: 'Pixel 8' } }

function modules(changes: Partial<ReactNativeModules> = {}) {
  const listeners = new Set<(event: { url: string }) => void>()
  const asked: string[] = []
  const base: ReactNativeModules = {
    linking: {
      getInitialURL: () => Promise.resolve(undefined),
      addEventListener(_type, listener) {
        listeners.add(listener)
        return { remove: () => void listeners.delete(listener) }
      },
    },
    platform: pixel,
    dimensions: {
      get(dimension) {
        asked.push(dimension)
        return { width: 412, height: 915.4, scale: 2.625 }
      },
    },
    storage: {
      getItem: () => Promise.resolve(null),
      setItem: () => Promise.resolve(),
      removeItem: () => Promise.resolve(),
    },
  }
  return { adapters: reactNativeAdapters({ ...base, ...changes }), listeners, asked }
}

const locales = { getLocales: () => [{ languageTag: 'de-DE' }, { languageTag: 'en-GB' }] }

describe('links', () => {
  it('come from Linking until they are unsubscribed', async () => {
    const { adapters, listeners } = modules()
    const urls: string[] = []
    const end = adapters.links.subscribe((url) => urls.push(url))
    listeners.forEach((listener) => listener({ url: 'https://acme.links.example/AB12CD3' }))
    end()
    expect(urls).toEqual(['https://acme.links.example/AB12CD3'])
    expect(listeners.size).toBe(0)
    expect(await adapters.links.getInitialUrl()).toBeNull()
  })

  it('start with the URL that started the app', async () => {
    const started = modules({
      linking: {
        getInitialURL: () => Promise.resolve('service-x://open?dyna_code=A'),
        addEventListener: () => ({ remove: () => undefined }),
      },
    })
    expect(await started.adapters.links.getInitialUrl()).toBe('service-x://open?dyna_code=A')
  })

  it("are not emitted on the web, where Linking returns the page's own URL", async () => {
    const asked: string[] = []
    const { adapters } = modules({
      platform: { OS: 'web', Version: undefined, constants: {} },
      linking: {
        getInitialURL() {
          asked.push('getInitialURL')
          return Promise.resolve('https://app.example/')
        },
        addEventListener() {
          asked.push('addEventListener')
          return { remove: () => undefined }
        },
      },
    })
    adapters.links.subscribe(() => undefined)()
    expect(await adapters.links.getInitialUrl()).toBeNull()
    expect(asked).toEqual([])
  })

  it('are not emitted if the module returns an empty text', async () => {
    const { adapters } = modules({
      linking: {
        getInitialURL: () => Promise.resolve(''),
        addEventListener: () => ({ remove: () => undefined }),
      },
    })
    expect(await adapters.links.getInitialUrl()).toBeNull()
  })

  it('are read again when the app becomes active, if AppState was passed', async () => {
    const states: ((state: string) => void)[] = []
    let url: string | null = null
    const { adapters } = modules({
      linking: {
        getInitialURL: () => Promise.resolve(url),
        addEventListener: () => ({ remove: () => undefined }),
      },
      appState: {
        addEventListener(_type, listener) {
          states.push(listener)
          return { remove: () => undefined }
        },
      },
    })
    const urls: string[] = []
    adapters.links.subscribe((told) => urls.push(told))
    await new Promise(setImmediate)
    url = 'https://acme.links.example/AB12CD3'
    states.forEach((listener) => listener('active'))
    await new Promise(setImmediate)
    expect(urls).toEqual([url])
  })
})

describe('device', () => {
  it('has release and model on Android, never the API level', async () => {
    const { adapters, asked } = modules({ localize: locales })
    expect(await adapters.device.getDevice()).toEqual({
      platform: 'android',
      osVersion: '14',
      model: 'Pixel 8',
      screenWidth: 412,
      screenHeight: 915.4,
      pixelRatio: 2.625,
      languages: ['de-DE', 'en-GB'],
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
    expect(asked).toEqual(['screen'])
  })

  it('has the version and no model on iOS', async () => {
    const { adapters } = modules({ platform: iphone })
    const device = await adapters.device.getDevice()
    expect(device).toMatchObject({ platform: 'ios', osVersion: '17.4' })
    expect(device).not.toHaveProperty('model')
  })

  it('has no languages and time zone where the engine has no Intl', async () => {
    const { Intl: own } = globalThis
    Reflect.deleteProperty(globalThis, 'Intl')
    try {
      expect(await modules().adapters.device.getDevice()).toEqual({
        platform: 'android',
        osVersion: '14',
        model: 'Pixel 8',
        screenWidth: 412,
        screenHeight: 915.4,
        pixelRatio: 2.625,
      })
    } finally {
      globalThis.Intl = own
    }
  })

  it.each(['web', 'windows', 'macos'])('is absent on %s', async (OS) => {
    const { adapters } = modules({ platform: { OS, Version: undefined, constants: {} } })
    expect(await adapters.device.getDevice()).toBeNull()
  })
})

describe('install referrer', () => {
  const referrer = 'click_token=abc&dyna_code=AB12CD3'
  const working = {
    getInstallReferrerInfo: (callback: (info: { installReferrer: string }, error: null) => void) =>
      callback({ installReferrer: referrer }, null),
  }

  it('is the text of Google Play, byte for byte', async () => {
    const { adapters } = modules({ installReferrer: working })
    expect(await adapters.installReferrer?.getInstallReferrer()).toMatchObject({ referrer })
  })

  it.each<[string, number | string]>([
    ['numbers, as version 2 gives them', 1772357400],
    ['texts, as version 1 gives them', '1772357400'],
  ])('comes with the times of Play’s servers: %s', async (_name, time) => {
    const info = {
      installReferrer: referrer,
      installBeginTimestampSeconds: 1,
      installBeginTimestampServerSeconds: time,
      referrerClickTimestampServerSeconds: 0,
    }
    const { adapters } = modules({
      installReferrer: { getInstallReferrerInfo: (callback) => callback(info, null) },
    })
    expect(await adapters.installReferrer?.getInstallReferrer()).toEqual({
      referrer,
      installBeginAt: 1772357400,
      clickAt: 0,
    })
  })

  describe('that is not available immediately', () => {
    beforeEach(() => {
      jest.useFakeTimers()
    })
    afterEach(() => {
      jest.useRealTimers()
    })

    /** Fails the given number of times first. */
    function failing(times: number) {
      const asked: number[] = []
      const installReferrer: ReactNativeModules['installReferrer'] = {
        getInstallReferrerInfo(callback) {
          asked.push(Date.now())
          if (asked.length > times) callback({ installReferrer: referrer }, null)
          else callback(null, { message: 'SERVICE_UNAVAILABLE' })
        },
      }
      const answer = modules({ installReferrer }).adapters.installReferrer?.getInstallReferrer()
      return { answer, asked }
    }

    it('is read once more after a second, because Play may be updating itself', async () => {
      const { answer, asked } = failing(1)
      await jest.advanceTimersByTimeAsync(999)
      expect(asked).toHaveLength(1)
      await jest.advanceTimersByTimeAsync(1)
      expect(await answer).toMatchObject({ referrer })
      expect(asked).toHaveLength(2)
    })

    it("rejects with the module's error when it fails again", async () => {
      const { answer, asked } = failing(Infinity)
      const failure = expect(answer).rejects.toThrow('SERVICE_UNAVAILABLE')
      await jest.advanceTimersByTimeAsync(60_000)
      await failure
      expect(asked).toHaveLength(2)
    })
  })

  it('is not read on iOS, where the module never calls back', () => {
    const { adapters } = modules({ platform: iphone, installReferrer: working })
    expect(adapters).not.toHaveProperty('installReferrer')
  })
})

describe('clipboard', () => {
  const link = 'https://acme.links.example/AB12CD3?click_token=abc'
  const reading = (hasWebURL?: () => Promise<boolean> | undefined) => {
    const reads: string[] = []
    const clipboard = {
      getString() {
        reads.push('getString')
        return Promise.resolve(link)
      },
      ...(hasWebURL && { hasWebURL }),
    }
    return { clipboard, reads }
  }

  it('is never read unless its module was passed', () => {
    expect(modules({ platform: iphone }).adapters).not.toHaveProperty('clipboard')
  })

  it('is not read on Android, which has the referrer and warns the user', () => {
    expect(modules({ clipboard: reading().clipboard }).adapters).not.toHaveProperty('clipboard')
  })

  it('is read on iOS where it holds an address, or where that is unknown', async () => {
    for (const hasWebURL of [undefined, () => undefined, () => Promise.resolve(true)]) {
      const { clipboard } = reading(hasWebURL)
      const { adapters } = modules({ platform: iphone, clipboard })
      expect(await adapters.clipboard?.getText()).toBe(link)
    }
  })

  it('is not read where it holds no address, so that the user is not asked', async () => {
    const { clipboard, reads } = reading(() => Promise.resolve(false))
    const { adapters } = modules({ platform: iphone, clipboard })
    expect(await adapters.clipboard?.getText()).toBeNull()
    expect(reads).toEqual([])
  })

  it('has no text if it is empty or the user denies access', async () => {
    for (const getString of [
      () => Promise.resolve(''),
      () => Promise.reject(new Error('denied')),
    ]) {
      const { adapters } = modules({ platform: iphone, clipboard: { getString } })
      expect(await adapters.clipboard?.getText()).toBeNull()
    }
  })
})
