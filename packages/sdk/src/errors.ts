/**
 * Why a call failed. Stable: safe to branch on.
 *
 * - `bad_options`: `Throughline.initialize` was given something it cannot use; the message says what
 * - `no_connection`: no answer of the service came, by a missing network, a time-out or a captive portal
 * - `unauthorized`: the project key is wrong (401)
 * - `forbidden`: the project does not allow this by its key (403)
 * - `not_found`, `gone`, `conflict`: 404, 410, 409
 * - `invalid`: the service did not accept the values (400, 422); `fields` says which
 * - `rate_limited`: 429
 * - `unavailable`: the service cannot answer just now (408, 5xx)
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
export interface ErrorDetails {
  readonly status?: number
  readonly requestId?: string | null
  readonly fields?: FieldErrors | null
  readonly retryAfterMs?: number | null
}

/** The only error that the SDK throws. */
export class ThroughlineError extends Error {
  override readonly name = 'ThroughlineError'
  readonly code: ThroughlineErrorCode
  /** The HTTP status; null where no answer came. */
  readonly status: number | null
  /** By this the operator finds the request in the service's logs. */
  readonly requestId: string | null
  /** What is wrong with each field of the request, where the service said so. */
  readonly fields: FieldErrors | null
  /** How long the service asked to wait. */
  readonly retryAfterMs: number | null

  constructor(code: ThroughlineErrorCode, message: string, details: ErrorDetails = {}) {
    super(message)
    this.code = code
    this.status = details.status ?? null
    this.requestId = details.requestId ?? null
    this.fields = details.fields ?? null
    this.retryAfterMs = details.retryAfterMs ?? null
  }
}

/** Whether an error is of the SDK and has one of these codes. */
export function hasCode(
  error: unknown,
  ...codes: ThroughlineErrorCode[]
): error is ThroughlineError {
  return error instanceof ThroughlineError && codes.includes(error.code)
}
