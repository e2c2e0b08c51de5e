type Headers = Readonly<Record<string, string | string[] | undefined>>

const NAMES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/** Whether a browser says that it loads ahead of somebody who may look, or for a small preview. */
export function isPrefetch(headers: Headers): boolean {
  return NAMES.some((name) => {
    const purpose = headers[name]
    return purpose !== undefined && /prefetch|prerender|preview/i.test(String(purpose))
  })
}

/**
 * Whether a browser loads ahead of a tap that may come. What it gets then it uses for the tap, whatever `no-store` says,
 * without another request; refused, it asks again when somebody taps.
 */
export function isSpeculative(headers: Headers): boolean {
  const purpose = headers['sec-purpose']
  return typeof purpose === 'string' && purpose.startsWith('prefetch')
}
