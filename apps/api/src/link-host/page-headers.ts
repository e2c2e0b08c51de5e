import { LINK_PAGE_REFERRER_POLICY, linkPagePolicy, NO_SNIFF } from '../http/security-headers.js'

/** The headers of a link host's pages; `hasPicture` allows an inline image. */
export function pageHeaders(
  nonce: string,
  options: { hasPicture: boolean },
): Record<string, string> {
  return {
    ...NO_SNIFF,
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': linkPagePolicy(nonce, options),
    // A visitor from a search engine has not followed a campaign's link.
    'X-Robots-Tag': 'noindex, nofollow',
    'Referrer-Policy': LINK_PAGE_REFERRER_POLICY,
  }
}
