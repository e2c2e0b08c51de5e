import { COUNTED_CLICK_ID_NAMES } from '../links/link-values.js'
import { decode, parseQuery, type ParsedUrl } from '../links/parse-url.js'

/** The form of ad networks' click ids; the service accepts no other from a referrer. */
const CLICK_ID = /^[!-~]{1,512}$/

/** The parameters of Play's referrer, which some phones return still encoded. Omits invalid click ids. */
export function readReferrer(referrer: string): ParsedUrl['parameters'] {
  const parameters = parseQuery(referrer.includes('=') ? referrer : decode(referrer))
  return Object.fromEntries(
    Object.entries(parameters).filter(
      ([name, value]) => !COUNTED_CLICK_ID_NAMES.includes(name) || CLICK_ID.test(value),
    ),
  )
}
