import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi'
import { problem } from '@throughline/contracts/problem'
import { z } from 'zod'
import { STATUS_CODES } from 'node:http'
import type { Route } from '../http/route.js'

export type ProblemRefs = (status: number) => { $ref: string }

const MEANINGS: Record<number, string> = {
  400: 'The body is not JSON, or is nested too deeply.',
  401: 'The project key, the admin token or the session is missing or wrong.',
  403: 'The key, the token or the role does not permit this call.',
  404: 'The record does not exist in this project.',
  409: 'The call conflicts with the state of the record or with a running request.',
  410: 'The link has expired, was archived or was already used.',
  412: 'The record has changed since you read it.',
  413: 'The body is too large.',
  415: 'The body is not application/json.',
  422: 'Fields are invalid; `errors` names them.',
  429: 'Too many requests; retry after `Retry-After`.',
  500: 'Internal error; report the `request_id` to the operator.',
  503: 'The database or another service is unavailable; retry after `Retry-After`.',
}

/** Adds each problem to the components of the document, so that all routes share it. */
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

/** Returns the statuses of the problems that a route can return. */
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
          RateLimit: text('Remaining requests and seconds until the limit resets'),
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
