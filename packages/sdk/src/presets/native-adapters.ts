import type { Adapters, Device, InstallReferrerSource, KeyValueStorage } from '../adapters.js'
import { NO_LINKS, nativeLinks } from './native-links.js'
import type {
  AppStateModule,
  DimensionsModule,
  LinkingModule,
  PlatformModule,
} from './native-modules.js'
import { readClipboard, type ReadClipboard } from './read-clipboard.js'
import { readIntl } from './read-intl.js'
import { retryOnce } from './retry-once.js'
import { tellDevice, type DeviceFacts } from './tell-device.js'

export interface NativeSources {
  readonly linking: LinkingModule
  readonly appState?: AppStateModule | undefined
  readonly platform: PlatformModule
  readonly dimensions: DimensionsModule
  readonly storage: KeyValueStorage
  /** Facts that are better than those of React Native and the engine's Intl. */
  readonly readFacts?: () => DeviceFacts
  readonly readInstalledAt?: (() => Promise<Date | undefined>) | undefined
  readonly readReferrer?: InstallReferrerSource['getInstallReferrer'] | undefined
  readonly readClipboard?: ReadClipboard | undefined
}

/** Adapters on React Native's modules. Only Android has a referrer, and only iOS's clipboard is read. */
export function nativeAdapters(sources: NativeSources): Adapters {
  const { linking, appState, platform, storage, readReferrer } = sources
  const os = phoneOf(platform)
  return {
    storage,
    links: platform.OS === 'web' ? NO_LINKS : nativeLinks(linking, appState),
    device: {
      getDevice: () => (os === null ? null : readDevice(os, sources)),
    },
    ...(os === 'android' && readReferrer
      ? { installReferrer: { getInstallReferrer: () => retryOnce(readReferrer) } }
      : {}),
    ...(os === 'ios' && sources.readClipboard
      ? { clipboard: readClipboard(sources.readClipboard) }
      : {}),
  }
}

/** Null if this is not a phone: React Native for the web, Windows and macOS. */
function phoneOf({ OS }: PlatformModule): Device['platform'] | null {
  return OS === 'ios' || OS === 'android' ? OS : null
}

async function readDevice(os: Device['platform'], sources: NativeSources): Promise<Device> {
  const installedAt = await sources.readInstalledAt?.()
  return { ...tellDevice(os, readFacts(sources)), ...(installedAt && { installedAt }) }
}

/** React Native and browsers on iOS do not report a model, so there is nothing to compare. */
function readFacts({ platform, dimensions, readFacts: readMore }: NativeSources): DeviceFacts {
  // The whole screen, as browsers report it; `window` lacks Android's bars.
  const { width, height, scale } = dimensions.get('screen')
  const isAndroid = platform.OS === 'android'
  const { locale, timeZone } = readIntl()
  return {
    osVersion: textOrNull(isAndroid ? constantOf(platform, 'Release') : platform.Version),
    model: isAndroid ? textOrNull(constantOf(platform, 'Model')) : null,
    screenWidth: width,
    screenHeight: height,
    pixelRatio: scale,
    languages: locale === undefined ? null : [locale],
    timeZone,
    ...readMore?.(),
  }
}

/** The constants' names, and so their types, differ by platform. */
function constantOf({ constants }: PlatformModule, name: string): unknown {
  return (constants as Readonly<Record<string, unknown>>)[name]
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
