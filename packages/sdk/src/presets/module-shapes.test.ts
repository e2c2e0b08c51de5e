import { expect, it } from '@jest/globals'
import type { Adapters } from '../adapters.js'
import { capacitorAdapters } from './capacitor.js'
import { expoAdapters } from './expo.js'
import { reactNativeAdapters } from './react-native.js'

// The types of the apps' packages, as far as presets use them. The compiler verifies that the presets accept them.

interface Subscription {
  remove(): void
  readonly context: unknown
}

interface Linking {
  addEventListener(type: 'url', handler: (event: { url: string }) => void): Subscription
  getInitialURL(): Promise<string | null>
  openURL(url: string): Promise<unknown>
}

type AppStateStatus = 'active' | 'background' | 'inactive' | 'unknown' | 'extension'

interface AppState {
  readonly currentState: AppStateStatus
  addEventListener(
    type: 'change' | 'memoryWarning' | 'blur' | 'focus',
    listener: (state: AppStateStatus) => void,
  ): Subscription
}

type Platform =
  | {
      OS: 'ios'
      Version: string
      isPad: boolean
      constants: { osVersion: string; systemName: string; isTesting: boolean }
    }
  | {
      OS: 'android'
      Version: number
      constants: { Version: number; Release: string; Model: string; isTesting: boolean }
    }
  | { OS: 'windows'; Version: number; constants: { osVersion: number; isTesting: boolean } }
  | { OS: 'web'; Version: number | string; constants: { isTesting: boolean } }

interface ScaledSize {
  width: number
  height: number
  scale: number
  fontScale: number
}

interface Dimensions {
  get(dimension: 'window' | 'screen'): ScaledSize
  set(dimensions: Record<string, unknown>): void
}

/** React Native's types that are generated from its sources: other nulls, classes, and one more platform. */
interface StrictLinking {
  addEventListener(type: 'url', listener: (event: { url: string }) => unknown): Subscription
  getInitialURL(): Promise<string | null | undefined>
}

interface StrictAppStateEvents {
  change: [AppStateStatus]
  memoryWarning: []
}

interface StrictAppState {
  addEventListener<Name extends keyof StrictAppStateEvents>(
    type: Name,
    handler: (...state: StrictAppStateEvents[Name]) => void,
  ): Subscription
}

type StrictPlatform =
  | { OS: 'ios'; get Version(): string; get constants(): { osVersion: string } }
  | { OS: 'android'; get Version(): number; get constants(): { Release: string; Model: string } }
  | { OS: 'web'; get Version(): undefined; get constants(): { isTesting: boolean } }

interface StrictDimensions {
  get(dimension: string): ScaledSize | { width: number; height: number; scale: number }
}

type StorageCallback<Value> = (error?: Error | null, result?: Value | null) => void

/** AsyncStorage up to version 2. */
interface CallbackStorage {
  getItem: (key: string, callback?: StorageCallback<string>) => Promise<string | null>
  setItem: (key: string, value: string, callback?: StorageCallback<never>) => Promise<void>
  removeItem: (key: string, callback?: StorageCallback<never>) => Promise<void>
}

/** AsyncStorage from version 3 on. */
interface PlainStorage {
  getItem(key: string): Promise<string | null>
  setItem(key: string, value: string): Promise<void>
  removeItem(key: string): Promise<void>
  getMany(keys: string[]): Promise<Record<string, string | null>>
}

/** react-native-play-install-referrer 1 (its error is an Error, its code a text) and 2. */
interface PlayInstallReferrer<Failure, Installer extends string | null, Time> {
  getInstallReferrerInfo: (
    callback: (
      info: {
        installReferrer: Installer
        googlePlayInstant: boolean
        installBeginTimestampSeconds: Time
        installBeginTimestampServerSeconds: Time
        referrerClickTimestampSeconds: Time
        referrerClickTimestampServerSeconds: Time
      } | null,
      error: Failure | null,
    ) => void,
  ) => void
}

interface Localize {
  getLocales: () => { languageTag: string; countryCode: string; isRTL: boolean }[]
  getTimeZone: () => string
}

interface Clipboard {
  getString(): Promise<string>
  hasWebURL(): Promise<boolean> | undefined
}

it('the modules of React Native satisfy the types, in both of its sets of types', () => {
  const classic = (
    linking: Linking,
    appState: AppState,
    platform: Platform,
    dimensions: Dimensions,
    storage: CallbackStorage,
    installReferrer: PlayInstallReferrer<
      { message: string; responseCode?: number },
      string | null,
      number
    >,
    localize: Localize,
    clipboard: Clipboard,
  ): Adapters =>
    reactNativeAdapters({
      linking,
      appState,
      platform,
      dimensions,
      storage,
      installReferrer,
      localize,
      clipboard,
    })
  const strict = (
    linking: StrictLinking,
    appState: StrictAppState,
    platform: StrictPlatform,
    dimensions: StrictDimensions,
    storage: PlainStorage,
    installReferrer: PlayInstallReferrer<Error & { responseCode: string }, string, string>,
  ): Adapters =>
    reactNativeAdapters({ linking, appState, platform, dimensions, storage, installReferrer })
  expect([classic, strict]).toHaveLength(2)
})

it('the preset for React Native requires links, platform, screen and storage', () => {
  const wrong = (linking: Linking, platform: Platform, dimensions: Dimensions) => [
    // @ts-expect-error: nothing to keep ids in
    reactNativeAdapters({ linking, platform, dimensions }),
    // @ts-expect-error: storage is not Capacitor's
    reactNativeAdapters({ linking, platform, dimensions, storage: {} as Preferences }),
  ]
  expect(wrong).toBeInstanceOf(Function)
})

interface ExpoLinking extends Linking {
  parse(url: string): object
}

interface ExpoApplication {
  applicationId: string | null
  getInstallReferrerAsync(): Promise<string>
  getInstallationTimeAsync(): Promise<Date>
}

interface ExpoDevice {
  osVersion: string | null
  modelName: string | null
  deviceType: number | null
}

interface ExpoLocalization {
  getLocales: () => [{ languageTag: string; languageCode: string | null }]
  getCalendars: () => [{ calendar: string | null; timeZone: string | null }]
}

interface ExpoClipboard {
  getStringAsync(options?: { preferredFormat?: string }): Promise<string>
}

it('the modules of Expo satisfy the types beside those of React Native', () => {
  const all = (
    linking: ExpoLinking,
    appState: AppState,
    platform: Platform,
    dimensions: Dimensions,
    storage: PlainStorage,
    application: ExpoApplication,
    device: ExpoDevice,
    localization: ExpoLocalization,
    clipboard: ExpoClipboard,
  ): Adapters =>
    expoAdapters({
      linking,
      appState,
      platform,
      dimensions,
      storage,
      application,
      device,
      localization,
      clipboard,
    })
  const least = (
    linking: ExpoLinking,
    platform: Platform,
    dimensions: Dimensions,
    storage: PlainStorage,
  ): Adapters => expoAdapters({ linking, platform, dimensions, storage })
  expect([all, least]).toHaveLength(2)
})

interface ListenerHandle {
  remove: () => Promise<void>
}

interface CapacitorApp {
  getLaunchUrl(): Promise<{ url: string } | undefined>
  addListener(
    name: 'appStateChange',
    listener: (state: { isActive: boolean }) => void,
  ): Promise<ListenerHandle>
  addListener(
    name: 'appUrlOpen',
    listener: (event: { url: string; iosOpenInPlace?: boolean }) => void,
  ): Promise<ListenerHandle>
  addListener(name: 'pause', listener: () => void): Promise<ListenerHandle>
}

interface Preferences {
  get(options: { key: string }): Promise<{ value: string | null }>
  set(options: { key: string; value: string }): Promise<void>
  remove(options: { key: string }): Promise<void>
  clear(): Promise<void>
}

interface CapacitorDevice {
  getInfo(): Promise<{
    name?: string
    model: string
    platform: 'ios' | 'android' | 'web'
    osVersion: string
    isVirtual: boolean
  }>
  getLanguageTag(): Promise<{ value: string }>
}

interface CapacitorClipboard {
  read(): Promise<{ value: string; type: string }>
}

it('the plugins of Capacitor satisfy the types', () => {
  const all = (
    app: CapacitorApp,
    preferences: Preferences,
    device: CapacitorDevice,
    clipboard: CapacitorClipboard,
  ): Adapters => capacitorAdapters({ app, preferences, device, clipboard })
  const wrong = (app: CapacitorApp, device: CapacitorDevice): Adapters =>
    // @ts-expect-error: nothing to keep ids in
    capacitorAdapters({ app, device })
  expect([all, wrong]).toHaveLength(2)
})
