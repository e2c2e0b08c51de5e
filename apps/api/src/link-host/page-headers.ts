import { NO_SNIFF } from '../http/security-headers.js'

/**
 * The headers of our own HTML: nothing runs, loads or frames it but what carries the nonce, and a picture only
 * where the page has one, inline.
 */
export function pageHeaders(
  nonce: string,
  { hasPicture }: { hasPicture: boolean },
): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      ...(hasPicture ? ['img-src data:'] : []),
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    ...NO_SNIFF,
    // Who comes from a search has not followed the link of a campaign.
    'X-Robots-Tag': 'noindex, nofollow',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
  }
}
