/** Why a request was rejected. Stable: safe to branch on, to log and to count. The README explains each code. */
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
