import type { Adapters } from './adapters.js'

export interface ThroughlineOptions {
  /** The project key. It ships inside apps and is not secret. */
  readonly publicKey: string
  /** The project's id, a UUID; names the app's own scheme, `service-{projectId}`. */
  readonly projectId: string
  /** The API's base URL, such as `https://api.example.com`. */
  readonly baseUrl: string
  /** The project's own link host, such as `acme.links.example`; with it, the first link needs no network. */
  readonly linkHost?: string
  readonly customDomains?: readonly string[]
  readonly adapters: Adapters
  /** Whether the user allows matching; takes precedence over `setConsent`. If omitted, that or the project decides. */
  readonly consent?: boolean
  readonly logger?: Logger
}

export interface Logger {
  warn(line: string): void
}
