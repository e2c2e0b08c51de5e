type Headers = Readonly<Record<string, string | string[] | undefined>>

const NAMES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/** Whether a browser prefetches, or loads a small preview. */
export function isPrefetch(headers: Headers): boolean {
  return NAMES.some((name) => {
    const purpose = headers[name]
    return purpose !== undefined && /prefetch|prerender|preview/i.test(String(purpose))
  })
}

/**
 * Whether a browser loads ahead of a possible click. It uses the response for the click without another request,
 * whatever `no-store` says; if rejected, it requests again at the click.
 */
export function isSpeculative(headers: Headers): boolean {
  const purpose = headers['sec-purpose']
  return typeof purpose === 'string' && purpose.startsWith('prefetch')
}
