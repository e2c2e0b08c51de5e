import type { Fetch } from '@throughline/client'

/** A call of the client, with the API's response. */
export interface Call {
  readonly method: string
  /** Without the API's address. */
  readonly path: string
  /** Null without a response. */
  readonly status: number | null
  readonly durationMs: number
  readonly text: string
}

/** Wraps the browser's fetch and reports each call to `tell`. */
export function watchCalls(tell: (call: Call) => void): Fetch {
  return async (url, init) => {
    const startedMs = performance.now()
    const { pathname, search } = new URL(url)
    const end = (status: number | null, text: string) =>
      tell({
        method: init.method,
        path: pathname + search,
        status,
        durationMs: Math.round(performance.now() - startedMs),
        text,
      })
    try {
      const response = await fetch(url, init)
      const text = await response.text()
      end(response.status, text)
      const { status, headers } = response
      return { status, headers, text: () => Promise.resolve(text) }
    } catch (error) {
      end(null, '')
      throw error
    }
  }
}
