import { COUNTED_CLICK_ID_NAMES } from '../links/link-values.js'
import { decode, parseQuery, type ParsedUrl } from '../links/parse-url.js'

/** What ad networks write; the service accepts no other value from a referrer. */
const CLICK_ID = /^[!-~]{1,512}$/

/** The parameters of Play's referrer, which some phones return still encoded. Invalid click ids are left out. */
export function readReferrer(referrer: string): ParsedUrl['parameters'] {
  const parameters = parseQuery(referrer.includes('=') ? referrer : decode(referrer))
  return Object.fromEntries(
    Object.entries(parameters).filter(
      ([name, value]) => !COUNTED_CLICK_ID_NAMES.includes(name) || CLICK_ID.test(value),
    ),
  )
}
