import type {
  Adapters,
  Device,
  DeviceSource,
  InstallReferrerSource,
  KeyValueStorage,
} from '../adapters.js'
import { capacitorLinks, type CapacitorAppPlugin } from './capacitor-links.js'

export type { CapacitorAppPlugin }
import { readScreen, thisPage } from './page.js'
import { readClipboard } from './read-clipboard.js'
import { readIntl } from './read-intl.js'
import { retryOnce } from './retry-once.js'
import { tellDevice } from './tell-device.js'

export interface CapacitorPlugins {
  readonly app: CapacitorAppPlugin
  readonly preferences: CapacitorPreferencesPlugin
  readonly device: CapacitorDevicePlugin
  /** Google Play's install referrer from any plugin. On Android it allows exact matches. */
  readonly installReferrer?: InstallReferrerSource
  /** `Clipboard` of @capacitor/clipboard, read at the first start on iOS, which may ask the user. */
  readonly clipboard?: CapacitorClipboardPlugin
}

export interface CapacitorPreferencesPlugin {
  get(options: { key: string }): Promise<{ readonly value: string | null }>
  set(options: { key: string; value: string }): Promise<void>
  remove(options: { key: string }): Promise<void>
}

export interface CapacitorDevicePlugin {
  getInfo(): Promise<{
    readonly platform: string
    readonly osVersion: string
    readonly model: string
  }>
  getLanguageTag(): Promise<{ readonly value: string }>
}

export interface CapacitorClipboardPlugin {
  read(): Promise<{ readonly value: string }>
}

/** Adapters for Capacitor from the app's plugins (see `reactNativeAdapters`). In a browser, no install is reported. */
export function capacitorAdapters(plugins: CapacitorPlugins): Adapters {
  const { app, preferences, device, installReferrer, clipboard } = plugins
  const isOn = async (platform: Device['platform']) =>
    (await device.getInfo()).platform === platform
  return {
    storage: storageOf(preferences),
    links: capacitorLinks(app),
    device: deviceOf(device),
    ...(installReferrer && {
      installReferrer: {
        getInstallReferrer: async () =>
          (await isOn('android')) ? retryOnce(() => installReferrer.getInstallReferrer()) : null,
      },
    }),
    ...(clipboard && {
      clipboard: readClipboard(async () =>
        (await isOn('ios')) ? (await clipboard.read()).value : null,
      ),
    }),
  }
}

function storageOf(preferences: CapacitorPreferencesPlugin): KeyValueStorage {
  return {
    getItem: async (key) => (await preferences.get({ key })).value,
    setItem: (key, value) => preferences.set({ key, value }),
    removeItem: (key) => preferences.remove({ key }),
  }
}

function deviceOf(device: CapacitorDevicePlugin): DeviceSource {
  return {
    async getDevice() {
      const { platform, osVersion, model } = await device.getInfo()
      if (platform !== 'ios' && platform !== 'android') return null
      const { value: languageTag } = await device.getLanguageTag()
      return tellDevice(platform, {
        osVersion,
        model,
        ...readScreen(thisPage),
        languages: [...new Set([languageTag, ...(thisPage.navigator?.languages ?? [])])],
        timeZone: readIntl().timeZone,
      })
    },
  }
}
