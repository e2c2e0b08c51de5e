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

/** The app's own modules that the preset works with; `import * as Name from 'expo-…'` fits everywhere. */
export interface ExpoModules {
  /** expo-linking. */
  readonly linking: LinkingModule
  /**
   * `AppState` of react-native. With it Android's links reach an app whose activity ended while its JavaScript lived on,
   * as after the back button.
   */
  readonly appState?: AppStateModule
  /** `Platform` of react-native. */
  readonly platform: PlatformModule
  /** `Dimensions` of react-native. */
  readonly dimensions: DimensionsModule
  /** @react-native-async-storage/async-storage, or anything with its three methods. */
  readonly storage: KeyValueStorage
  /** expo-localization; without it the engine's Intl tells one language and the time zone. */
  readonly localization?: ExpoLocalizationModule
  /** expo-device, which knows the model of an iPhone too. */
  readonly device?: ExpoDeviceModule
  /**
   * expo-application: on Android its install referrer is the way to exact matches. With its time of installation an app
   * that was there before a click is not matched to it.
   */
  readonly application?: ExpoApplicationModule
  /**
   * expo-clipboard. Handed in, it is read at the first start on iOS, which may ask the user; Android has the install
   * referrer instead.
   */
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

/**
 * Adapters for Expo, from the modules that the app hands in; why they are not imported here, `reactNativeAdapters` says.
 */
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
    // Null under old Androids; what Intl says stands then.
    ...(timeZone ? { timeZone } : {}),
  }
}

function deviceFacts(device: ExpoDeviceModule | undefined): DeviceFacts {
  return {
    ...(device?.osVersion ? { osVersion: device.osVersion } : {}),
    ...(device?.modelName ? { model: device.modelName } : {}),
  }
}
