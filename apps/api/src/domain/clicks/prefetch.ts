type Headers = Readonly<Record<string, string | string[] | undefined>>

const NAMES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/** Whether a browser prefetches, or loads a small preview. */
export function isPrefetch(headers: Headers): boolean {
  return NAMES.some((name) => {
    const purpose = headers[name]
    return purpose !== undefined && /prefetch|prerender|preview/i.test(String(purpose))
  })
}

/** Loads ahead of a possible click: reuses the response at the click, whatever `no-store` says, unless rejected. */
export function isSpeculative(headers: Headers): boolean {
  const purpose = headers['sec-purpose']
  return typeof purpose === 'string' && purpose.startsWith('prefetch')
}
