import type { Adapters, Device, KeyValueStorage, LinkSource } from '../adapters.js'
import type { DimensionsModule, LinkingModule, PlatformModule } from './native-modules.js'
import { readClipboard, type ReadClipboard } from './read-clipboard.js'
import { readIntl } from './read-intl.js'
import { tellDevice, type DeviceFacts } from './tell-device.js'

export interface NativeSources {
  readonly linking: LinkingModule
  readonly platform: PlatformModule
  readonly dimensions: DimensionsModule
  readonly storage: KeyValueStorage
  /** What is known better than by React Native itself and the engine's Intl. */
  readonly readFacts?: () => DeviceFacts
  readonly readReferrer?: (() => Promise<string | null>) | undefined
  readonly readClipboard?: ReadClipboard | undefined
}

/** Adapters on React Native's own modules: the referrer is Android's alone, and only iOS' clipboard is read. */
export function nativeAdapters(sources: NativeSources): Adapters {
  const { linking, platform, storage, readReferrer } = sources
  const os = phoneOf(platform)
  return {
    storage,
    links: linksOf(linking),
    device: {
      getDevice: () => (os === null ? null : tellDevice(os, readFacts(sources))),
    },
    ...(os === 'android' && readReferrer
      ? { installReferrer: { getInstallReferrer: readReferrer } }
      : {}),
    ...(os === 'ios' && sources.readClipboard
      ? { clipboard: readClipboard(sources.readClipboard) }
      : {}),
  }
}

/** Null on what is no phone: React Native's builds for the web, Windows and macOS. */
function phoneOf({ OS }: PlatformModule): Device['platform'] | null {
  return OS === 'ios' || OS === 'android' ? OS : null
}

function linksOf(linking: LinkingModule): LinkSource {
  return {
    getInitialUrl: async () => (await linking.getInitialURL()) ?? null,
    subscribe(listener) {
      const subscription = linking.addEventListener('url', ({ url }) => listener(url))
      return () => subscription.remove()
    },
  }
}

/** iOS tells no model to React Native; nor do its browsers, so there is nothing to compare it with. */
function readFacts({ platform, dimensions, readFacts: readMore }: NativeSources): DeviceFacts {
  // The whole screen, as browsers tell it; `window` lacks Android's bars.
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

/** Which names there are differs by platform, and so by type. */
function constantOf({ constants }: PlatformModule, name: string): unknown {
  return (constants as Readonly<Record<string, unknown>>)[name]
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
