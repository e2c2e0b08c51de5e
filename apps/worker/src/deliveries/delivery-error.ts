/** Why an attempt failed (docs/api-contract.md, "Success and failure"). */
export type ErrorClass =
  'dns' | 'connect' | 'tls' | 'timeout' | 'reset' | 'redirect' | 'status' | 'blocked' | 'too_large'

/** A failure whose class is known where it happens. */
export class DeliveryError extends Error {
  readonly errorClass: ErrorClass

  constructor(errorClass: ErrorClass, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.errorClass = errorClass
  }
}

/** The egress proxy did not make the tunnel: a fault of ours, which is no attempt. */
export class ProxyError extends Error {
  override name = 'ProxyError'
}

const HEADERS_TOO_LARGE = new Set(['UND_ERR_HEADERS_OVERFLOW', 'HPE_HEADER_OVERFLOW'])

/** The class of whatever an exchange failed with; past the connect, all that is not named is a reset. */
export function classify(error: unknown): ErrorClass {
  if (error instanceof DeliveryError) return error.errorClass
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && HEADERS_TOO_LARGE.has(code) ? 'too_large' : 'reset'
}

const MAX_TEXT_LENGTH = 500

/** A failure in the words of whoever reported it, fit to be stored. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return storable(String(error))
  const { code } = error as { code?: unknown }
  const isCodeNew = typeof code === 'string' && !error.message.includes(code)
  return storable(isCodeNew ? `${error.message} (${code})` : error.message)
}

function storable(text: string): string {
  // Through bytes and back, so that no half of a character is left.
  return Buffer.from(text.replaceAll('\0', '').slice(0, MAX_TEXT_LENGTH)).toString()
}
