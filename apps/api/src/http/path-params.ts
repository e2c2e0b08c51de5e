import { isCleanText } from '@throughline/contracts/text'
import { domainError, type DomainError } from '@throughline/core/lib/errors'
import { isUuid, parseIntegerId } from '@throughline/core/lib/ids'
import { NOTHING_HERE } from './credential-errors.js'
import type { ParamKind, Route } from './route.js'

const PARAM_READERS: Record<ParamKind, (text: string) => string | number | null> = {
  integer: parseIntegerId,
  uuid: (text) => (isUuid(text) ? text.toLowerCase() : null),
  text: (text) => (isCleanText(text) ? text : null),
}

/** Parses path parameters. @throws DomainError `not_found` if one cannot name a record */
export function readParams(
  kinds: Record<string, ParamKind>,
  given: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => {
      const text = given[name]
      const value = typeof text === 'string' ? PARAM_READERS[kind](text) : null
      if (value === null) throw notFound()
      return [name, value]
    }),
  )
}

/** Returns the route of a path with the path's parameters, decoded; null if no route matches. */
export function findRoute<Listed extends Pick<Route, 'path'>>(
  routes: readonly Listed[],
  path: string,
): { route: Listed; params: Record<string, string> } | null {
  const words = decode(path)
  const route = routes.find((listed) => covers(listed.path, words))
  return route === undefined ? null : { route, params: paramsOf(route.path.split('/'), words) }
}

/** Whether a route's path matches the parts of an address, or of another route's path. */
export function covers(pattern: string, words: readonly string[]): boolean {
  const parts = pattern.split('/')
  return (
    parts.length === words.length &&
    parts.every((part, n) => part === words[n] || (part.startsWith(':') && words[n] !== ''))
  )
}

/** The parts of a path; none if it is not percent-encoded correctly. */
function decode(path: string): string[] {
  try {
    return path.split('/').map(decodeURIComponent)
  } catch {
    return []
  }
}

function paramsOf(parts: string[], words: string[]): Record<string, string> {
  const pairs = parts.map((part, n) => [part.slice(1), words[n] ?? ''] as const)
  return Object.fromEntries(pairs.filter((_, n) => parts[n]?.startsWith(':')))
}

export function notFound(): DomainError {
  return domainError('not_found', NOTHING_HERE)
}
