import type { Adapters, InstallReferrer, KeyValueStorage } from '../adapters.js'
import { nativeAdapters } from './native-adapters.js'
import type {
  AppStateModule,
  DimensionsModule,
  LinkingModule,
  LocalesModule,
  PlatformModule,
} from './native-modules.js'
import type { DeviceFacts } from './tell-device.js'

/** The app's own modules for the preset. */
export interface ReactNativeModules {
  readonly linking: LinkingModule
  /** `AppState` of react-native: Android links then reach an app whose activity ended, as after the back button. */
  readonly appState?: AppStateModule
  readonly platform: PlatformModule
  readonly dimensions: DimensionsModule
  /** @react-native-async-storage/async-storage, or any object with its three methods. */
  readonly storage: KeyValueStorage
  /** react-native-localize; without it, only the language known to the engine's Intl is reported. */
  readonly localize?: LocalesModule
  /** `PlayInstallReferrer` of react-native-play-install-referrer. On Android it allows exact matches. */
  readonly installReferrer?: PlayInstallReferrerModule
  /** @react-native-clipboard/clipboard, read at the first start on iOS, which may ask the user. */
  readonly clipboard?: NativeClipboardModule
}

export interface PlayInstallReferrerModule {
  getInstallReferrerInfo(
    callback: (info: PlayReferrerInfo | null, error: { readonly message: string } | null) => void,
  ): void
}

/** Times in Unix seconds by the clock of Play's servers; version 1 of the package returns strings. */
export interface PlayReferrerInfo {
  readonly installReferrer: string | null
  readonly installBeginTimestampServerSeconds?: number | string
  readonly referrerClickTimestampServerSeconds?: number | string
}

export interface NativeClipboardModule {
  getString(): Promise<string>
  /** Whether it contains a URL, without asking the user; only on iOS. */
  hasWebURL?(): Promise<boolean> | undefined
}

/** Adapters for React Native. Bundlers resolve every import, so a package that an app lacks would break its build. */
export function reactNativeAdapters(modules: ReactNativeModules): Adapters {
  const { installReferrer, clipboard, localize } = modules
  return nativeAdapters({
    ...modules,
    readFacts: () => languagesOf(localize),
    readReferrer: installReferrer && (() => readPlayReferrer(installReferrer)),
    readClipboard: clipboard && (() => readWebUrl(clipboard)),
  })
}

function languagesOf(localize: LocalesModule | undefined): DeviceFacts {
  return localize ? { languages: localize.getLocales().map(({ languageTag }) => languageTag) } : {}
}

function readPlayReferrer(module: PlayInstallReferrerModule): Promise<InstallReferrer> {
  return new Promise((resolve, reject) => {
    module.getInstallReferrerInfo((info, error) => {
      if (info === null)
        reject(new Error(error?.message ?? 'Google Play returned no install referrer'))
      else resolve(readReferrerInfo(info))
    })
  })
}

function readReferrerInfo(info: PlayReferrerInfo): InstallReferrer {
  return {
    referrer: info.installReferrer,
    installBeginAt: Number(info.installBeginTimestampServerSeconds ?? 0),
    clickAt: Number(info.referrerClickTimestampServerSeconds ?? 0),
  }
}

async function readWebUrl(clipboard: NativeClipboardModule): Promise<string | null> {
  return (await clipboard.hasWebURL?.()) === false ? null : clipboard.getString()
}
