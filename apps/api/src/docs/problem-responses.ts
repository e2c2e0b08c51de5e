import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi'
import { problem } from '@throughline/contracts/problem'
import { z } from 'zod'
import { STATUS_CODES } from 'node:http'
import type { Route } from '../http/route.js'

export type ProblemRefs = (status: number) => { $ref: string }

const MEANINGS: Record<number, string> = {
  400: 'The body is not JSON, or is nested too deeply.',
  401: 'The project key, the admin token or the session is missing or wrong.',
  403: 'The key, the token or the role does not permit this.',
  404: 'There is no such record in this project.',
  409: 'The state of the record, or a running request, does not allow this.',
  410: 'The link has expired, was archived or was used.',
  412: 'The record was changed since it was read.',
  413: 'The body is too large.',
  415: 'The body is not application/json.',
  422: 'Fields are invalid; `errors` names them.',
  429: 'Too many requests; retry after `Retry-After`.',
  500: 'Internal error; report the `request_id` to the operator.',
  503: 'The database is unavailable; retry after `Retry-After`.',
}

/** Adds each problem to the document's components, once for all routes. */
export function registerProblems(registry: OpenAPIRegistry): ProblemRefs {
  // Both are JSON Schema 2020-12; their types differ in optional parts.
  registry.registerComponent('schemas', 'Problem', z.toJSONSchema(problem) as object)
  for (const [status, description] of Object.entries(MEANINGS)) {
    registry.registerComponent('responses', nameOf(Number(status)), {
      description,
      headers: headersOf(Number(status)),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    })
  }
  return (status) => {
    if (MEANINGS[status] === undefined) throw new Error(`No description for the problem ${status}`)
    return { $ref: `#/components/responses/${nameOf(status)}` }
  }
}

/** The problems that a route can return, by its access, its input and its table line. */
export function problemStatuses(route: Route): number[] {
  const statuses = new Set([401, 404, 429, 500, 503, ...(route.problems ?? [])])
  if (route.access !== 'key') statuses.add(403)
  if (route.body !== undefined) for (const status of [400, 413, 415, 422]) statuses.add(status)
  if (route.query !== undefined) statuses.add(422)
  if (route.isConditional === true) statuses.add(412)
  if (route.isCreate === true) for (const status of [409, 422]) statuses.add(status)
  return [...statuses].sort((a, b) => a - b)
}

function nameOf(status: number): string {
  return (STATUS_CODES[status] ?? String(status)).replace(/[^A-Za-z]/g, '')
}

function headersOf(status: number) {
  const text = (description: string) => ({ description, schema: { type: 'string' as const } })
  return {
    'X-Request-Id': text('Identifies the request in the operator’s logs'),
    ...(status === 429
      ? {
          RateLimit: text('What is left of the limit, and when it is reset'),
          'RateLimit-Policy': text('The limit and its window'),
        }
      : {}),
    ...(status === 429 || status === 503
      ? {
          'Retry-After': {
            description: 'Seconds to wait before the next request',
            schema: { type: 'integer' as const },
          },
        }
      : {}),
  }
}
