/** Stable error codes, independent of any protocol. */
export type ErrorCode =
  | 'project_key_required'
  | 'unknown_project_key'
  | 'token_required'
  | 'token_malformed'
  | 'token_unknown'
  | 'token_expired'
  | 'token_revoked'
  | 'session_required'
  | 'session_not_same_origin'
  | 'reauth_required'
  | 'https_required'
  | 'sign_in_failed'
  | 'code_required'
  | 'identity_provider_unavailable'
  | 'one_time_link_invalid'
  | 'ticket_invalid'
  | 'last_owner'
  | 'last_administrator'
  | 'scope_disabled'
  | 'not_created_by_sdk'
  | 'forbidden'
  | 'not_found'
  | 'unknown_host'
  | 'gone'
  | 'validation_failed'
  | 'invalid_json'
  | 'version_mismatch'
  | 'body_too_large'
  | 'request_timeout'
  | 'unsupported_media_type'
  | 'method_not_allowed'
  | 'rate_limited'
  | 'webhook_limit_reached'
  | 'token_limit_reached'
  | 'domain_claim_limit_reached'
  | 'delivery_in_flight'
  | 'webhook_inactive'
  | 'webhook_deleted'
  | 'code_taken'
  | 'idempotency_key_reused'
  | 'idempotency_in_progress'
  | 'database_unavailable'
  | 'overloaded'
  | 'prefetch_refused'
  | 'conflict'
  | 'not_resendable'
  | 'internal'

/** Messages per request field, for `validation_failed`. */
export type FieldErrors = Record<string, string[]>

export type DomainErrorExtra = {
  fields?: FieldErrors
  retryAfterSeconds?: number
  cause?: unknown
}

/** An error that the caller can act on: the message says what to do and contains no secret. */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, extra: DomainErrorExtra = {}) {
    super(message, extra.cause === undefined ? undefined : { cause: extra.cause })
    this.code = code
    this.fields = extra.fields
    this.retryAfterSeconds = extra.retryAfterSeconds
  }
}

/** Creates a DomainError; `message` tells the caller what to do. */
export function domainError(
  code: ErrorCode,
  message: string,
  extra: DomainErrorExtra = {},
): DomainError {
  return new DomainError(code, message, extra)
}

/** A `validation_failed` for one field, such as `fieldError('url', 'Use an https URL.')`. */
export function fieldError(field: string, reason: string): DomainError {
  return fieldErrors({ [field]: [reason] })
}

/** How many problems the message of a `validation_failed` names; `errors` has all. */
const NAMED_PROBLEMS = 3

/** A `validation_failed` for several fields. The message contains the first problems. */
export function fieldErrors(fields: FieldErrors): DomainError {
  const problems = Object.entries(fields).flatMap(([field, texts]) =>
    texts.map((text) => withField(field, text).replace(/\.$/, '')),
  )
  const more = problems.length - NAMED_PROBLEMS
  const named = problems.slice(0, NAMED_PROBLEMS).join('; ')
  return domainError(
    'validation_failed',
    more > 0 ? `${named}; and ${more} more, see errors.` : `${named}.`,
    { fields },
  )
}

/** Formats `url is required` or `url: Use an https URL`. Keeps a text that starts with a location in the field. */
function withField(field: string, text: string): string {
  const [first = ''] = field.split('.')
  if (text.startsWith(`${first}[`) || text.startsWith(`${first}.`)) return text
  return /^[a-z]/.test(text) ? `${field} ${text}` : `${field}: ${text}`
}
