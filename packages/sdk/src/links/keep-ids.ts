import type { DynalinkEvent } from '../link-event.js'
import type { Store } from '../platform/store.js'

/** The stored names of what an event brings. */
export type IdName =
  'gclid' | 'gbraid' | 'fbclid' | 'ttclid' | 'twclid' | 'li_fat_id' | 'campaign_id'

/**
 * Stores an event's click ids and campaign. A link without one does not erase an older one: what is kept is the last
 * known value. `isOlder` is for an install's, whose click came before any link that was opened since.
 */
export async function keepIds(
  store: Store,
  event: DynalinkEvent,
  { isOlder = false } = {},
): Promise<void> {
  for (const [name, value] of idsOf(event)) {
    if (value === null || (isOlder && (await store.get(name)) !== null)) continue
    await store.set(name, String(value))
    if (name === 'fbclid' && event.fbclidCapturedAt !== null)
      await store.set(CAPTURED_AT, String(event.fbclidCapturedAt.getTime() / 1000))
  }
}

/** In seconds since 1970, beside the fbclid that it belongs to. */
const CAPTURED_AT = 'fbclid_captured_at'

/**
 * When this app first saw that fbclid: the time that was stored with it, else now. Only a browser that saw it before
 * knows better, and a URL does not tell.
 */
export async function firstSightOf(store: Store, fbclid: string, nowMs: number): Promise<number> {
  const isKnown = (await store.get('fbclid')) === fbclid
  const seconds = isKnown ? Number(await store.get(CAPTURED_AT)) : 0
  return seconds > 0 ? seconds : Math.floor(nowMs / 1000)
}

function idsOf(event: DynalinkEvent): [IdName, string | number | null][] {
  return [
    ['gclid', event.gclid],
    ['gbraid', event.gbraid],
    ['fbclid', event.fbclid],
    ['ttclid', event.ttclid],
    ['twclid', event.twclid],
    ['li_fat_id', event.liFatId],
    ['campaign_id', event.campaignId],
  ]
}
