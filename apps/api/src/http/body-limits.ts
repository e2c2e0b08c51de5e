import type { Arrival } from './arrival.js'
import type { Route } from './route.js'

/** Bodies are at most this large unless the route says more. */
export const DEFAULT_LIMIT_BYTES = 64 * 1024

/**
 * How large the body of a request may be, known before its route is: by method and path, as routes with a limit of
 * their own have no parameters.
 */
export function createBodyLimits(
  routes: readonly Route[],
): (arrival: Pick<Arrival, 'request' | 'isApi'>) => number {
  const limits = new Map<string, number>()
  for (const { method, path, bodyLimitBytes } of routes) {
    if (bodyLimitBytes === undefined) continue
    if (path.includes(':')) throw new Error(`The limit of ${path} can't be known by its path.`)
    limits.set(`${method.toUpperCase()} ${path}`, bodyLimitBytes)
  }
  return ({ request, isApi }) => {
    const [path = ''] = (request.url ?? '').split('?', 1)
    const own = isApi ? limits.get(`${request.method ?? ''} ${path}`) : undefined
    return own ?? DEFAULT_LIMIT_BYTES
  }
}
