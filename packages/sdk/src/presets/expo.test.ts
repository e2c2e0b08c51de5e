import { describe, expect, it } from '@jest/globals'
import { expoAdapters, type ExpoModules } from './expo.js'

const iphone = { OS: 'ios', Version: '17.4', constants: {} }
const pixel = { OS: 'android', Version: 34, constants: { Release: '14', Model: 'Pixel 8' } }

function adapters(changes: Partial<ExpoModules> = {}) {
  return expoAdapters({
    linking: {
      getInitialURL: () => Promise.resolve('https://acme.links.example/AB12CD3'),
      addEventListener: () => ({ remove: () => undefined }),
    },
    platform: pixel,
    dimensions: { get: () => ({ width: 390, height: 844, scale: 3 }) },
    storage: {
      getItem: () => Promise.resolve(null),
      setItem: () => Promise.resolve(),
      removeItem: () => Promise.resolve(),
    },
    ...changes,
  })
}

const localization = (timeZone: string | null) => ({
  getLocales: () => [{ languageTag: 'pt-BR' }],
  getCalendars: () => [{ timeZone }],
})

describe('device', () => {
  it('is read from the modules of React Native, completed by those of Expo', async () => {
    const { device } = adapters({
      platform: iphone,
      device: { osVersion: '17.4.1', modelName: 'iPhone 15' },
      localization: localization('America/Sao_Paulo'),
    })
    expect(await device.getDevice()).toEqual({
      platform: 'ios',
      osVersion: '17.4.1',
      model: 'iPhone 15',
      screenWidth: 390,
      screenHeight: 844,
      pixelRatio: 3,
      languages: ['pt-BR'],
      timeZone: 'America/Sao_Paulo',
    })
  })

  it('keeps what React Native knows where Expo has no value', async () => {
    const { device } = adapters({
      device: { osVersion: null, modelName: null },
      localization: localization(null),
    })
    expect(await device.getDevice()).toMatchObject({
      osVersion: '14',
      model: 'Pixel 8',
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
  })
})

describe('install time', () => {
  const installedAt = new Date('2026-02-19T09:30:00Z')
  const getInstallReferrerAsync = () => Promise.resolve('')

  it.each([
    ['Android', pixel],
    ['iOS', iphone],
  ])('goes with the device on %s', async (_name, platform) => {
    const application = {
      getInstallReferrerAsync,
      getInstallationTimeAsync: () => Promise.resolve(installedAt),
    }
    const { device } = adapters({ platform, application })
    expect(await device.getDevice()).toMatchObject({ installedAt })
  })

  it.each([
    ['an older module does not know it', { getInstallReferrerAsync }],
    [
      'it cannot be read',
      {
        getInstallReferrerAsync,
        getInstallationTimeAsync: () => Promise.reject(new Error('no such directory')),
      },
    ],
  ])('is left out where %s', async (_name, application) => {
    const device = await adapters({ application }).device.getDevice()
    expect(device?.platform).toBe('android')
    expect(device).not.toHaveProperty('installedAt')
  })
})

it('passes on the link that started the app', async () => {
  expect(await adapters().links.getInitialUrl()).toBe('https://acme.links.example/AB12CD3')
})

describe('install referrer', () => {
  const application = { getInstallReferrerAsync: () => Promise.resolve('click_token=abc') }

  it('is the one of Google Play on Android', async () => {
    const { installReferrer } = adapters({ application })
    expect(await installReferrer?.getInstallReferrer()).toBe('click_token=abc')
  })

  it('is not read on iOS, where the call does not exist', () => {
    expect(adapters({ application, platform: iphone })).not.toHaveProperty('installReferrer')
  })
})

describe('clipboard', () => {
  const clipboard = { getStringAsync: () => Promise.resolve('https://acme.links.example/A') }

  it('is read on iOS only, and only if its module was passed', async () => {
    expect(adapters({ platform: iphone })).not.toHaveProperty('clipboard')
    expect(adapters({ clipboard })).not.toHaveProperty('clipboard')
    const onIphone = adapters({ clipboard, platform: iphone })
    expect(await onIphone.clipboard?.getText()).toBe('https://acme.links.example/A')
  })
})
