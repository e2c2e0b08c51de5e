import type { Adapters } from './adapters.js'

/** Options of `Throughline.initialize`. */
export interface ThroughlineOptions {
  /** The project key. It ships inside apps and is not secret. */
  readonly publicKey: string
  /** The project's id, a UUID; names the app's own scheme, `service-{projectId}`. */
  readonly projectId: string
  /** The API's base URL, such as `https://api.example.com`. */
  readonly baseUrl: string
  /** The project's own link host, such as `acme.links.example`; with it, the first link needs no network. */
  readonly linkHost?: string
  /** Custom domains that serve the project's links, such as `go.acme.com`. */
  readonly customDomains?: readonly string[]
  readonly adapters: Adapters
  /**
   * Whether the user allows matching, if the app stores that itself. Takes precedence over what `setConsent` stored
   * in an earlier start. If omitted, the stored value applies, otherwise the project's settings.
   */
  readonly consent?: boolean
  /** Destination of log lines; default: the console. */
  readonly logger?: Logger
}

export interface Logger {
  warn(line: string): void
}
