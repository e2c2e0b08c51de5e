import type { Client } from './client.js'
import type { ReadConsent } from './install/report-install.js'
import type { LinkReceiver } from './links/receive-links.js'

export interface Internals {
  readonly client: Client
  readonly links: LinkReceiver
  readonly readConsent: ReadConsent
}

export const INTERNALS = Symbol()
