/** Every reason for which the product refuses something; stable, and free of any protocol. */
export type ErrorCode =
  | 'project_key_required'
  | 'unknown_project_key'
  | 'token_required'
  | 'token_malformed'
  | 'token_unknown'
  | 'token_expired'
  | 'token_revoked'
  | 'scope_disabled'
  | 'not_created_by_sdk'
  | 'forbidden'
  | 'not_found'
  | 'unknown_host'
  | 'gone'
  | 'validation_failed'
  | 'invalid_json'
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

/** Texts per field of the request, for `validation_failed`. */
export type FieldErrors = Record<string, string[]>

export type DomainErrorExtra = {
  fields?: FieldErrors
  /** How long the caller should wait before trying again. */
  retryAfterSeconds?: number
  cause?: unknown
}

/**
 * A refusal that the caller can act on. Its message is shown to the caller, so it says what to do
 * and holds no secret. The edge turns the code into a status.
 */
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

/** Makes a DomainError; `message` tells the caller what to do about it. */
export function domainError(
  code: ErrorCode,
  message: string,
  extra: DomainErrorExtra = {},
): DomainError {
  return new DomainError(code, message, extra)
}

/** A `validation_failed` about one field, e.g. `fieldError('url', 'Use an https URL.')`. */
export function fieldError(field: string, reason: string): DomainError {
  return domainError('validation_failed', reason, { fields: { [field]: [reason] } })
}
