import type { Client } from './client.js'
import type { ReadConsent } from './install/report-install.js'
import type { LinkReceiver } from './links/receive-links.js'

/** What stands behind a Throughline, for the modules of this package alone. */
export interface Internals {
  readonly client: Client
  readonly links: LinkReceiver
  readonly readConsent: ReadConsent
}

/** The name under which a Throughline keeps them, which nobody else can spell. */
export const INTERNALS = Symbol()
