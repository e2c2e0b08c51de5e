/**
 * Why a request was rejected. Stable: safe to branch on, to log and to count.
 *
 * - `missing_header`: a header that the scheme needs is absent
 * - `malformed_signature`: a signature or timestamp header does not have the documented form
 * - `malformed_secret`: the configured secret is not a secret that the API returned
 * - `bad_signature`: well formed, but not computed with this secret over these bytes
 * - `timestamp_too_old`, `timestamp_too_new`: authentic, but outside the tolerance
 * - `invalid_json`: authentic, but the body is not a JSON object
 */
export type WebhookVerificationCode =
  | 'missing_header'
  | 'malformed_signature'
  | 'malformed_secret'
  | 'bad_signature'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'invalid_json'

/** The only error thrown for an invalid request; its message contains no secret. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly code: WebhookVerificationCode

  constructor(code: WebhookVerificationCode, message: string) {
    super(message)
    this.code = code
  }
}
