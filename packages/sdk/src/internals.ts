import type { Client } from './client.js'
import type { LinkReceiver } from './links/receive-links.js'

/** What stands behind a Throughline, for the modules of this package alone. */
export interface Internals {
  readonly client: Client
  readonly links: LinkReceiver
}

const internals = new WeakMap<object, Internals>()

export function setInternals(owner: object, parts: Internals): void {
  internals.set(owner, parts)
}

/** @throws Error for anything but what `Throughline.initialize` answered */
export function internalsOf(owner: object): Internals {
  const parts = internals.get(owner)
  if (parts === undefined) throw new Error('Pass what Throughline.initialize answered.')
  return parts
}
