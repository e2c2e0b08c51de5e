import type { Adapters, KeyValueStorage } from '../adapters.js'
import { nativeAdapters } from './native-adapters.js'
import type {
  AppStateModule,
  DimensionsModule,
  LinkingModule,
  LocalesModule,
  PlatformModule,
} from './native-modules.js'
import type { DeviceFacts } from './tell-device.js'

/** The app's own modules for the preset, such as `import * as Name from 'expo-…'`. */
export interface ExpoModules {
  readonly linking: LinkingModule
  /** `AppState` of react-native: Android links then reach an app whose activity ended, as after the back button. */
  readonly appState?: AppStateModule
  readonly platform: PlatformModule
  readonly dimensions: DimensionsModule
  /** @react-native-async-storage/async-storage, or any object with its three methods. */
  readonly storage: KeyValueStorage
  /** expo-localization; without it, the engine's Intl gives one language and the time zone. */
  readonly localization?: ExpoLocalizationModule
  readonly device?: ExpoDeviceModule
  /** expo-application. On Android, its install referrer allows exact matches. */
  readonly application?: ExpoApplicationModule
  /** expo-clipboard, read at the first start on iOS, which may ask the user. */
  readonly clipboard?: ExpoClipboardModule
}

export interface ExpoLocalizationModule extends LocalesModule {
  getCalendars(): readonly { readonly timeZone: string | null }[]
}

export interface ExpoDeviceModule {
  readonly osVersion: string | null
  readonly modelName: string | null
}

export interface ExpoApplicationModule {
  getInstallReferrerAsync(): Promise<string>
  getInstallationTimeAsync?(): Promise<Date>
}

export interface ExpoClipboardModule {
  getStringAsync(): Promise<string>
}

/** Adapters for Expo from the app's modules; `reactNativeAdapters` explains why they are not imported here. */
export function expoAdapters(modules: ExpoModules): Adapters {
  const { application, clipboard } = modules
  return nativeAdapters({
    ...modules,
    readFacts: () => ({ ...localFacts(modules.localization), ...deviceFacts(modules.device) }),
    readInstalledAt: application?.getInstallationTimeAsync && (() => readInstalledAt(application)),
    readReferrer: application && (() => application.getInstallReferrerAsync()),
    readClipboard: clipboard && (() => clipboard.getStringAsync()),
  })
}

async function readInstalledAt(application: ExpoApplicationModule): Promise<Date | undefined> {
  try {
    return await application.getInstallationTimeAsync?.()
  } catch {
    return undefined
  }
}

function localFacts(localization: ExpoLocalizationModule | undefined): DeviceFacts {
  if (localization === undefined) return {}
  const timeZone = localization.getCalendars()[0]?.timeZone
  return {
    languages: localization.getLocales().map(({ languageTag }) => languageTag),
    // Null on old Android versions; then Intl's value is used.
    ...(timeZone ? { timeZone } : {}),
  }
}

function deviceFacts(device: ExpoDeviceModule | undefined): DeviceFacts {
  return {
    ...(device?.osVersion ? { osVersion: device.osVersion } : {}),
    ...(device?.modelName ? { model: device.modelName } : {}),
  }
}
