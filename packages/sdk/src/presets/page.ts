import type { DeviceFacts } from './tell-device.js'

/** The parts of a page that are used. Any may be missing: the presets are imported by servers and workers too. */
export interface Page {
  readonly location?: { readonly href: string }
  readonly localStorage?: PageStorage
  readonly sessionStorage?: PageStorage
  readonly navigator?: PageNavigator
  readonly screen?: { readonly width: number; readonly height: number }
  readonly devicePixelRatio?: number
  addEventListener?(type: 'hashchange', listener: (event: HashChange) => void): void
  removeEventListener?(type: 'hashchange', listener: (event: HashChange) => void): void
}

/** The page's URLs before and after. */
export interface HashChange {
  readonly oldURL: string
  readonly newURL: string
}

export interface PageStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

export interface PageNavigator {
  readonly userAgent?: string
  readonly maxTouchPoints?: number
  readonly languages?: readonly string[]
  readonly clipboard?: { readText?(): Promise<string> }
  /** Chromium's. */
  readonly userAgentData?: {
    readonly platform?: string
    getHighEntropyValues?(hints: string[]): Promise<UserAgentHints>
  }
}

export interface UserAgentHints {
  readonly platformVersion?: string
  readonly model?: string
}

/** The page that this runs in; its types are not the engine's, since not every engine is a browser's. */
export const thisPage = globalThis as Page

/** A browser's CSS pixels are a phone's logical points. */
export function readScreen({ screen, devicePixelRatio }: Page): DeviceFacts {
  return {
    screenWidth: screen?.width,
    screenHeight: screen?.height,
    pixelRatio: devicePixelRatio,
  }
}
