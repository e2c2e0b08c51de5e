/** Google Play's install referrer in a page's fragment, `#referrer=…`, percent-encoded; null where there is none. */
export function referrerInHash(hash: string): string | null {
  const [, encoded = ''] = /[#&]referrer=([^&]*)/.exec(hash) ?? []
  return decode(encoded) || null
}

/** The referrer of a store link such as the landing page's; any other text is a referrer itself. */
export function referrerOf(text: string): string {
  const [, encoded] = /^https:\/\/play\.google\.com\/[^#]*[?&]referrer=([^&#]*)/.exec(text) ?? []
  return encoded === undefined ? text : decode(encoded)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
