/** What the SDK needs of a platform. Each part is small enough to write by hand; the presets have them ready. */
export interface Adapters {
  /** Where ids, the last event's values and calls that wait are kept. */
  readonly storage: KeyValueStorage
  /** Where links that open the app come from. */
  readonly links: LinkSource
  /** Facts of the device, for an install that brings no click of its own. */
  readonly device: DeviceSource
  /** Google Play's install referrer; left out where there is none. */
  readonly installReferrer?: InstallReferrerSource
  /** The clipboard at the first start; left out, it is never read. */
  readonly clipboard?: ClipboardSource
  /** The platform's fetch unless given. */
  readonly fetch?: Fetch
  /** The platform's own clock, chance and timers unless given, which is for tests. */
  readonly runtime?: Runtime
}

/** AsyncStorage, Capacitor's Preferences and localStorage all fit behind it. */
export interface KeyValueStorage {
  /** Null where the key has no value. */
  getItem(key: string): Promise<string | null> | string | null
  setItem(key: string, value: string): Promise<void> | void
  removeItem(key: string): Promise<void> | void
}

export interface LinkSource {
  /** The URL that started the app; null when it was started without one. */
  getInitialUrl(): Promise<string | null> | string | null
  /** URLs that come while the app runs. Returns what ends it. */
  subscribe(listener: (url: string) => void): () => void
}

export interface InstallReferrerSource {
  /**
   * The referrer's text as Google Play gave it, alone or with Play's times; null when there is none. A rejection counts
   * as none, and what the service then answers is final: retry a failure that may pass, within 5 s.
   */
  getInstallReferrer(): Promise<string | InstallReferrer | null>
}

/** A referrer with the times that Play's servers recorded, in Unix seconds. 0 means that Play does not know the time. */
export interface InstallReferrer {
  readonly referrer: string | null
  /** `installBeginTimestampServerSeconds` */
  readonly installBeginAt?: number
  /** `referrerClickTimestampServerSeconds` */
  readonly clickAt?: number
}

export interface ClipboardSource {
  /** The text in the clipboard; null when it is empty or the user refused. The user has 60 s to allow it. */
  getText(): Promise<string | null>
}

export interface DeviceSource {
  /** Null where no install can be told of, as on a desktop's browser. */
  getDevice(): Promise<Device | null> | Device | null
}

export interface Device {
  readonly platform: 'ios' | 'android'
  readonly osVersion?: string
  readonly model?: string
  /** In logical points. */
  readonly screenWidth?: number
  /** In logical points. */
  readonly screenHeight?: number
  readonly pixelRatio?: number
  /** BCP 47, the preferred one first. */
  readonly languages?: readonly string[]
  /** IANA name such as Europe/Berlin. */
  readonly timeZone?: string
  /** When the app was installed, by the phone's clock: an app that was there before a click did not come by it. */
  readonly installedAt?: Date
}

export interface Runtime {
  /** Milliseconds since 1970. */
  now(): number
  /** From 0 up to 1, without 1. */
  random(): number
  setTimeout(run: () => void, delayMs: number): unknown
  clearTimeout(timer: unknown): void
}

// The platforms' own interface takes this up where there is one; Hermes' types have none.
declare global {
  interface AbortSignal {
    readonly aborted: boolean
  }
}

/** The part of fetch that is used: no AbortSignal.timeout, no streams. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>

export interface FetchInit {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: string
  readonly signal?: AbortSignal
}

export interface FetchResponse {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}
