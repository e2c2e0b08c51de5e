import type { DynalinkEvent } from '../link-event.js'
import { date, integer, text, type Wire } from '../wire.js'

type UtmValues = Pick<
  DynalinkEvent,
  'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent'
>

type LinkValues = UtmValues &
  Pick<
    DynalinkEvent,
    | 'campaignId'
    | 'campaignName'
    | 'gclid'
    | 'gbraid'
    | 'fbclid'
    | 'ttclid'
    | 'twclid'
    | 'liFatId'
    | 'fbclidCapturedAt'
  >

/** The five UTM fields of a record, a payload or a query. */
export function readUtm(wire: Wire): UtmValues {
  return {
    utmSource: text(wire, 'utm_source'),
    utmMedium: text(wire, 'utm_medium'),
    utmCampaign: text(wire, 'utm_campaign'),
    utmTerm: text(wire, 'utm_term'),
    utmContent: text(wire, 'utm_content'),
  }
}

/** What an event and an attribution have in common, out of a record, a payload or a query. */
export function readLinkValues(wire: Wire): LinkValues {
  return {
    campaignId: integer(wire, 'campaign_id'),
    campaignName: text(wire, 'campaign_name'),
    ...readUtm(wire),
    gclid: text(wire, 'gclid'),
    gbraid: text(wire, 'gbraid'),
    fbclid: text(wire, 'fbclid'),
    ttclid: text(wire, 'ttclid'),
    twclid: text(wire, 'twclid'),
    liFatId: text(wire, 'li_fat_id'),
    fbclidCapturedAt: date(wire, 'fbclid_captured_at'),
  }
}
