/**
 * Why a call failed. Stable: safe to branch on.
 *
 * - `bad_options`: `Throughline.initialize` received an invalid option; the message names it
 * - `no_connection`: the service did not respond: no network, a timeout, or a captive portal's 200
 * - `unauthorized`, `forbidden`: the project key is wrong (401), or the project does not allow this with its key (403)
 * - `not_found`, `gone`, `conflict`, `rate_limited`: 404, 410, 409, 429
 * - `invalid`: the service rejected the values (400, 422); `fields` names them
 * - `unavailable`: the service is temporarily unavailable (5xx), or another server responded for it
 * - `refused`: any other response
 */
export type ThroughlineErrorCode =
  | 'bad_options'
  | 'no_connection'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'gone'
  | 'conflict'
  | 'invalid'
  | 'rate_limited'
  | 'unavailable'
  | 'refused'

export type FieldErrors = Readonly<Record<string, readonly string[]>>

interface Answered {
  /** The HTTP status; null without a response. */
  readonly status: number | null
  /** Identifies the request in the service's logs. */
  readonly requestId: string | null
  /** Messages per invalid field, if the service sent any. */
  readonly fields: FieldErrors | null
  readonly retryAfterMs: number | null
}

const UNANSWERED: Answered = { status: null, requestId: null, fields: null, retryAfterMs: null }

/** For a response of another server, such as a captive portal. */
export const NOT_OURS = "The answer is not the service's"

/** The only error class that the SDK throws. */
export class ThroughlineError extends Error implements Answered {
  override readonly name = 'ThroughlineError'
  declare readonly status: number | null
  declare readonly requestId: string | null
  declare readonly fields: FieldErrors | null
  declare readonly retryAfterMs: number | null
  readonly code: ThroughlineErrorCode

  constructor(code: ThroughlineErrorCode, message: string, answered: Answered = UNANSWERED) {
    super(message)
    this.code = code
    Object.assign(this, answered)
  }
}

export function codeOf(error: unknown): ThroughlineErrorCode | null {
  return error instanceof ThroughlineError ? error.code : null
}

/** Whether the same call may succeed later; a conflict is with the same call, still running. */
export function isPassing(error: unknown): boolean {
  return /^(no_connection|unavailable|rate_limited|conflict)$/.test(String(codeOf(error)))
}

const LIKELY: Partial<Record<ThroughlineErrorCode, string>> = {
  no_connection: 'no connection',
  unauthorized: 'wrong project key',
  not_found: 'not found',
}

export function likelyCause(error: unknown): string {
  const code = codeOf(error)
  return (code && LIKELY[code]) ?? String(error)
}
