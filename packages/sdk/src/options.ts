import type { Adapters } from './adapters.js'

/** What `Throughline.initialize` takes. */
export interface ThroughlineOptions {
  /** The project's key, as the panel shows it. It ships inside apps and is no secret. */
  readonly publicKey: string
  /** The project's id, a UUID; it names the app's own scheme, `service-{projectId}`. */
  readonly projectId: string
  /** Where the API is, such as `https://api.example.com`. */
  readonly baseUrl: string
  /** The project's own link host, such as `acme.links.example`: with it the first link needs no network. */
  readonly linkHost?: string
  /** Custom domains that serve the project's links, such as `go.acme.com`. */
  readonly customDomains?: readonly string[]
  readonly adapters: Adapters
  /**
   * Whether the user allows the install to be matched, where the app keeps that itself: it counts before what
   * `setConsent` stored in an earlier start. Left out, that counts, else the project's settings.
   */
  readonly consent?: boolean
  /** Where log lines go; the console unless given. */
  readonly logger?: Logger
}

/** The console fits. */
export interface Logger {
  warn(line: string): void
}
