import type { DynalinkEvent } from '../link-event.js'
import type { Store } from '../platform/store.js'
import { camel } from '../wire.js'
import { CLICK_ID_NAMES } from './link-values.js'

/**
 * Stores an event's click ids and campaign. A link without one does not erase an older one: what is kept is the last
 * known value. An install's click came before any link that was opened since, so an install stores a value only where
 * there is none, or the one that it told `offline` itself.
 */
export async function keepIds(
  store: Store,
  event: DynalinkEvent,
  install?: { readonly offline: DynalinkEvent | null },
): Promise<void> {
  for (const name of [...CLICK_ID_NAMES, 'campaign_id'] as const) {
    const key = camel(name)
    const value = event[key]
    if (value === null) continue
    const stored = install ? await store.get(name) : null
    if (stored === null || stored === String(install?.offline?.[key]))
      await store.set(name, String(value))
  }
}
