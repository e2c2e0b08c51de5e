type Headers = Readonly<Record<string, string | string[] | undefined>>

const NAMES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/** Whether the request is a prefetch or loads a small preview. */
export function isPrefetch(headers: Headers): boolean {
  return NAMES.some((name) => {
    const purpose = headers[name]
    return purpose !== undefined && /prefetch|prerender|preview/i.test(String(purpose))
  })
}

/**
 * Whether the request precedes a possible click. Unless it is rejected, the browser reuses the response at the click,
 * even with `no-store`.
 */
export function isSpeculative(headers: Headers): boolean {
  const purpose = headers['sec-purpose']
  return typeof purpose === 'string' && purpose.startsWith('prefetch')
}
