import { date, integer, pick, seconds, text, texts, type Wire } from '../wire.js'

export const UTM_NAMES = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const

/** The click ids that an event contains and the app's storage keeps. */
export const CLICK_ID_NAMES = [
  'gclid',
  'gbraid',
  'fbclid',
  'ttclid',
  'twclid',
  'li_fat_id',
] as const

export const COUNTED_CLICK_ID_NAMES = [...CLICK_ID_NAMES, 'wbraid', 'msclkid', 'dclid']

/** A link's values with the click ids of the incoming query, and its UTM if the link has none. */
export function withQuery(link: Wire, query: Wire): Wire {
  const open = [...COUNTED_CLICK_ID_NAMES, ...UTM_NAMES].filter((name) => !link[name])
  // A link record has no click ids, so the fbclid and its time both come from the query.
  return { ...link, ...pick(query, [...open, 'fbclid_captured_at']) }
}

export function readLinkValues(wire: Wire) {
  return {
    campaignId: integer(wire, 'campaign_id'),
    campaignName: text(wire, 'campaign_name'),
    ...texts(wire, [...UTM_NAMES, ...CLICK_ID_NAMES]),
    fbclidCapturedAt:
      text(wire, 'fbclid') === null
        ? null
        : date({ at: seconds(wire, 'fbclid_captured_at') }, 'at'),
  }
}
