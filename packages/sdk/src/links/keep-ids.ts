import type { DynalinkEvent } from '../link-event.js'
import type { Store } from '../platform/store.js'
import { camel } from '../wire.js'
import { CLICK_ID_NAMES } from './link-values.js'

/**
 * Stores an event's click ids and campaign. A link without one does not erase an older one: what is kept is the last
 * known value. `isOlder` is for an install's, whose click came before any link that was opened since.
 */
export async function keepIds(store: Store, event: DynalinkEvent, isOlder = false): Promise<void> {
  for (const name of [...CLICK_ID_NAMES, 'campaign_id'] as const) {
    const value = event[camel(name)]
    if (value === null || (isOlder && (await store.get(name)) !== null)) continue
    await store.set(name, String(value))
  }
}
