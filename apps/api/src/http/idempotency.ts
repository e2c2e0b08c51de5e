import { createHash } from 'node:crypto'
import { domainError, fieldError } from '@throughline/core/lib/errors'
import { open, seal } from '@throughline/core/security/secret-box'
import {
  abandonIdempotent,
  beginIdempotent,
  storeIdempotentAnswer,
  type IdempotencyScope,
} from '@throughline/db/projects/idempotency'
import type { Db } from '@throughline/db/connection/database'
import type { AppContext } from '../context.js'
import type { Answer } from './route.js'

export interface IdempotentRequest {
  scope: IdempotencyScope
  body: unknown
  /** Runs the request; `keep` stores its response in the same transaction. */
  run: (keep: (db: Db, answer: Answer) => Promise<void>) => Promise<Answer>
}

/**
 * Runs a creating request once per key (docs/api-contract.md, "Idempotency"). Responses are sealed, as they may contain
 * a secret. Errors are not stored: nothing was written.
 */
export async function runIdempotent(ctx: AppContext, request: IdempotentRequest): Promise<Answer> {
  const { scope } = request
  const state = await beginIdempotent(ctx.database.prisma, scope, hashOf(request.body))
  switch (state.kind) {
    case 'answered':
      return replayed(open(ctx.keyRing, state.answerSealed, aad(scope)))
    case 'other_body':
      throw domainError(
        'idempotency_key_reused',
        'This Idempotency-Key was used with another body. Use a new key for a new request.',
      )
    case 'running':
      throw stillRunning()
    case 'begun':
      break
  }
  const running = { scope, mark: state.mark }
  try {
    return await request.run(async (db, answer) => {
      const { status, body, headers } = answer
      const sealed = seal(ctx.keyRing, JSON.stringify({ status, body, headers }), aad(scope))
      if (!(await storeIdempotentAnswer(db, running, sealed))) throw stillRunning()
    })
  } catch (error) {
    await abandonIdempotent(ctx.database.prisma, running).catch(() => undefined)
    throw error
  }
}

function stillRunning() {
  return domainError(
    'idempotency_in_progress',
    'A request with this Idempotency-Key is still running. Try again shortly.',
    { retryAfterSeconds: 1 },
  )
}

export function readIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null
  if (!/^[\x21-\x7e]{1,255}$/.test(header)) {
    throw fieldError('Idempotency-Key', 'must have 1 to 255 visible ASCII characters')
  }
  return header
}

function replayed(text: string): Answer {
  const answer = JSON.parse(text) as Answer
  return { ...answer, headers: { ...answer.headers, 'Idempotency-Replayed': 'true' } }
}

function aad(scope: IdempotencyScope): string {
  return `idempotency:${scope.projectId}:${scope.credential}:${scope.route}:${scope.key}`
}

/** Compares bodies as parsed: key order and white space do not matter. */
function hashOf(body: unknown): Buffer {
  return createHash('sha256').update(canonical(body)).digest()
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  // A Date has no enumerable keys; without this, all times would be equal.
  if (value instanceof Date) return JSON.stringify(value)
  if (typeof value !== 'object' || value === null)
    return value === undefined ? 'null' : JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}
