/** The platform functions that the SDK requires. The presets implement all of them; each is small. */
export interface Adapters {
  readonly storage: KeyValueStorage
  readonly links: LinkSource
  readonly device: DeviceSource
  /** Google Play's install referrer; omit it where there is none. */
  readonly installReferrer?: InstallReferrerSource
  /** The clipboard at the first start; if omitted, it is never read. */
  readonly clipboard?: ClipboardSource
  /** Default: the platform's fetch. */
  readonly fetch?: Fetch
  /** Clock, randomness and timers, for tests. Default: the platform's. */
  readonly runtime?: Runtime
}

/** AsyncStorage, Capacitor's Preferences and localStorage fit this interface. */
export interface KeyValueStorage {
  getItem(key: string): Promise<string | null> | string | null
  setItem(key: string, value: string): Promise<void> | void
  removeItem(key: string): Promise<void> | void
}

export interface LinkSource {
  getInitialUrl(): Promise<string | null> | string | null
  /** Reports URLs received while the app runs. Returns a function that stops it. */
  subscribe(listener: (url: string) => void): () => void
}

export interface InstallReferrerSource {
  /** The referrer as given by Google Play, alone or with Play's times; null if there is none, final if it rejects. */
  getInstallReferrer(): Promise<string | InstallReferrer | null>
}

/** A referrer with the times of Play's servers in Unix seconds; 0 means unknown. */
export interface InstallReferrer {
  readonly referrer: string | null
  /** `installBeginTimestampServerSeconds` */
  readonly installBeginAt?: number
  /** `referrerClickTimestampServerSeconds` */
  readonly clickAt?: number
}

export interface ClipboardSource {
  /** The clipboard's text; null if it is empty or the user refused. The user has 60 s to allow it. */
  getText(): Promise<string | null>
}

export interface DeviceSource {
  /** Null where there is no install to report, such as in a desktop browser. */
  getDevice(): Promise<Device | null> | Device | null
}

export interface Device {
  readonly platform: 'ios' | 'android'
  readonly osVersion?: string
  readonly model?: string
  /** In logical points. */
  readonly screenWidth?: number
  readonly screenHeight?: number
  readonly pixelRatio?: number
  /** BCP 47, preferred first. */
  readonly languages?: readonly string[]
  /** IANA name such as Europe/Berlin. */
  readonly timeZone?: string
  /** When the app was installed, by the phone's clock. An app installed before a click did not come from it. */
  readonly installedAt?: Date
}

export interface Runtime {
  /** Milliseconds since 1970. */
  now(): number
  /** From 0 up to, but excluding, 1. */
  random(): number
  setTimeout(run: () => void, delayMs: number): unknown
  clearTimeout(timer: unknown): void
}

// Merges with the platform's own interface if there is one; Hermes' types have none.
declare global {
  interface AbortSignal {
    readonly aborted: boolean
  }
}

/** The part of fetch in use: no AbortSignal.timeout, no streams. */
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
