/**
 * Why a call failed. Stable: safe to branch on.
 *
 * - `bad_options`: `Throughline.initialize` was given something it cannot use; the message says what
 * - `no_connection`: no answer of the service came, by a missing network, a time-out or a captive portal's 200
 * - `unauthorized`: the project key is wrong (401)
 * - `forbidden`: the project does not allow this by its key (403)
 * - `not_found`, `gone`, `conflict`: 404, 410, 409
 * - `invalid`: the service did not accept the values (400, 422); `fields` says which
 * - `rate_limited`: 429
 * - `unavailable`: the service cannot answer just now (5xx), or somebody else answered for it
 * - `refused`: any other answer
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

/** Texts for each field of a request that is wrong. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** What an answer tells beside its code. */
interface Answered {
  /** The HTTP status; null where no answer came. */
  readonly status: number | null
  /** By this the operator finds the request in the service's logs. */
  readonly requestId: string | null
  /** What is wrong with each field of the request, where the service said so. */
  readonly fields: FieldErrors | null
  /** How long the service asked to wait. */
  readonly retryAfterMs: number | null
}

const UNANSWERED: Answered = { status: null, requestId: null, fields: null, retryAfterMs: null }

/** Of an answer that somebody else gave in the service's place, such as a captive portal. */
export const NOT_OURS = "The answer is not the service's"

/** The only error that the SDK throws. */
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

/** The code of an error that is the SDK's own. */
export function codeOf(error: unknown): ThroughlineErrorCode | null {
  return error instanceof ThroughlineError ? error.code : null
}

/** Whether the same call may succeed a little later; a conflict is with the same call, still under way. */
export function isPassing(error: unknown): boolean {
  return /^(no_connection|unavailable|rate_limited|conflict)$/.test(String(codeOf(error)))
}

const LIKELY: Partial<Record<ThroughlineErrorCode, string>> = {
  no_connection: 'no connection',
  unauthorized: 'wrong project key',
  not_found: 'not found',
}

/** What the app's developer has to look at first. */
export function likelyCause(error: unknown): string {
  const code = codeOf(error)
  return (code && LIKELY[code]) ?? String(error)
}
