import type { Wire } from '../wire.js'
import type { LinkEventSource } from '../link-event.js'

/** What became known of an incoming URL, under the names on the wire. */
export interface OpenedLink {
  readonly source: LinkEventSource
  readonly values: Wire
  /** The code whose click the service has not seen yet; null where the link host has counted it. */
  readonly uncountedCode: string | null
}
