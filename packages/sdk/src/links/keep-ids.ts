import type { DynalinkEvent } from '../link-event.js'
import type { Store } from '../platform/store.js'
import { camel } from '../wire.js'
import { CLICK_ID_NAMES } from './link-values.js'

/** An install's click is older than any opened link: it replaces only a value that it stored itself in `offline`. */
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
