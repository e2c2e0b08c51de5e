import {
  WebhookVerificationError,
  type WebhookVerificationCode,
} from '../src/verification-error.js'

/** The code with which `check` rejects, or null if it accepts; other errors are rethrown. */
export function verificationCode(check: () => unknown): WebhookVerificationCode | null {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code
    throw error
  }
}
