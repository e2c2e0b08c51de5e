export interface UrlPart {
  text: string
  /** Whether the link adds it to its destination. */
  isAdded: boolean
}

/** The parts of a final URL: which pairs of its query the destination does not have. */
export function splitUrl(url: string, original: string): UrlPart[] {
  const [, before = url, query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(url) ?? []
  const known = new Set((/\?([^#]*)/.exec(original)?.[1] ?? '').split('&'))
  const pairs = query === '' ? [] : query.split('&')
  const parts = [
    { text: before, isAdded: false },
    ...pairs.map((pair, n) => ({
      text: `${n === 0 ? '?' : '&'}${pair}`,
      isAdded: !known.has(pair),
    })),
    { text: hash, isAdded: false },
  ]
  return parts.filter(({ text }) => text !== '')
}
