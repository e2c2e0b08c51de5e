import { createHash } from 'node:crypto'
import { domainError } from '@throughline/core/lib/errors'
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
  /** Runs the request; `keep` stores its answer in the same transaction. */
  run: (keep: (db: Db, answer: Answer) => Promise<void>) => Promise<Answer>
}

/**
 * Runs a creating request once for its key: a repeated one gets the stored answer, another body is refused, one still
 * running is refused (docs/api-contract.md, "Idempotency"). An answer is sealed, since it may hold a secret. A refusal
 * is not kept: it wrote nothing, so that the caller can mend the request and use the key again.
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

/** Reads the header, or refuses one that can't be a key. */
export function readIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null
  if (!/^[\x21-\x7e]{1,255}$/.test(header)) {
    const text = 'must have 1 to 255 visible ASCII characters'
    throw domainError('validation_failed', 'Check the header Idempotency-Key.', {
      fields: { 'Idempotency-Key': [text] },
    })
  }
  return header
}

/** A stored answer, marked as such. */
function replayed(text: string): Answer {
  const answer = JSON.parse(text) as Answer
  return { ...answer, headers: { ...answer.headers, 'Idempotency-Replayed': 'true' } }
}

function aad(scope: IdempotencyScope): string {
  return `idempotency:${scope.projectId}:${scope.credential}:${scope.route}:${scope.key}`
}

/** Bodies are compared as parsed: the order of keys and white space do not make another body. */
function hashOf(body: unknown): Buffer {
  return createHash('sha256').update(canonical(body)).digest()
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  // A time has no keys of its own: without this all times would be one.
  if (value instanceof Date) return JSON.stringify(value)
  if (typeof value !== 'object' || value === null)
    return value === undefined ? 'null' : JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}
