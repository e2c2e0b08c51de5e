import type { DynalinkEvent, LinkEventSource } from '../link-event.js'
import { camel, date, text, type Wire } from '../wire.js'
import { CLICK_ID_NAMES, readLinkValues } from './link-values.js'

export function makeEvent(source: LinkEventSource, wire: Wire): DynalinkEvent {
  const values = readLinkValues(wire)
  return {
    actualUrl: text(wire, 'actual_url') ?? '',
    ...values,
    attributedAt: date(wire, 'attributed_at'),
    source,
    code: text(wire, 'dyna_code') ?? text(wire, 'code'),
    get hasCampaign() {
      return values.campaignId !== null
    },
    get hasClickIds() {
      return CLICK_ID_NAMES.some((name) => values[camel(name)] !== null)
    },
  }
}
