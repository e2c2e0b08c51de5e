import type { Response } from 'express'

const EXPOSED = 'X-Request-Id, Retry-After, Location, RateLimit, RateLimit-Policy'
const ALLOWED = 'x-project-key, content-type, idempotency-key'
const PREFLIGHT_SECONDS = '600'

/** Allows any origin to read a response; only for SDK routes (docs/api-contract.md, "CORS"). */
export function allowAnyOrigin(response: Response): void {
  response.setHeader('Access-Control-Allow-Origin', '*')
  response.setHeader('Access-Control-Expose-Headers', EXPOSED)
}

/** Answers a preflight for the key-only methods of a path; never Authorization or credentials. */
export function answerPreflight(response: Response, methods: string[]): void {
  allowAnyOrigin(response)
  response.set('Access-Control-Allow-Methods', methods.join(', '))
  response.set('Access-Control-Allow-Headers', ALLOWED)
  response.set('Access-Control-Max-Age', PREFLIGHT_SECONDS)
  response.status(204).end()
}
