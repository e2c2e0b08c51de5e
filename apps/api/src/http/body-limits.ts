import type { Arrival } from './arrival.js'
import type { Route } from './route.js'

export const DEFAULT_LIMIT_BYTES = 64 * 1024

/** Finds the limit of a body before routing, which works because routes with a custom limit have no parameters. */
export function createBodyLimits(
  routes: readonly Route[],
): (arrival: Pick<Arrival, 'request' | 'isApi'>) => number {
  const limits = new Map<string, number>()
  for (const { method, path, bodyLimitBytes } of routes) {
    if (bodyLimitBytes === undefined) continue
    if (path.includes(':'))
      throw new Error(`${path} cannot have a body limit because it has parameters.`)
    limits.set(`${method.toUpperCase()} ${path}`, bodyLimitBytes)
  }
  return ({ request, isApi }) => {
    const [path = ''] = (request.url ?? '').split('?', 1)
    const own = isApi ? limits.get(`${request.method ?? ''} ${path}`) : undefined
    return own ?? DEFAULT_LIMIT_BYTES
  }
}
