import type { DeviceFacts } from './tell-device.js'

/** The parts of a page in use. Any may be missing: servers and workers import the presets too. */
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
  /** Chromium only. */
  readonly userAgentData?: {
    readonly platform?: string
    getHighEntropyValues?(hints: string[]): Promise<UserAgentHints>
  }
}

export interface UserAgentHints {
  readonly platformVersion?: string
  readonly model?: string
}

/** The current page, without DOM types, because not every engine is a browser's. */
export const thisPage = globalThis as Page

/** A browser's CSS pixels are a phone's logical points. */
export function readScreen({ screen, devicePixelRatio }: Page): DeviceFacts {
  return {
    screenWidth: screen?.width,
    screenHeight: screen?.height,
    pixelRatio: devicePixelRatio,
  }
}
