import {
  WebhookVerificationError,
  type WebhookVerificationCode,
} from '../src/verification-error.js'

/** The code with which `check` refuses, or null when it accepts; any other error is passed on. */
export function verificationCode(check: () => unknown): WebhookVerificationCode | null {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code
    throw error
  }
}
