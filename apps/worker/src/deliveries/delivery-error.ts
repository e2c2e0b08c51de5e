export type ErrorClass =
  'dns' | 'connect' | 'tls' | 'timeout' | 'reset' | 'redirect' | 'status' | 'blocked' | 'too_large'

export class DeliveryError extends Error {
  readonly errorClass: ErrorClass

  constructor(errorClass: ErrorClass, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.errorClass = errorClass
  }
}

/** The egress proxy opened no tunnel. This is an internal error, not an attempt. */
export class ProxyError extends Error {
  override name = 'ProxyError'
}

const HEADERS_TOO_LARGE = new Set(['UND_ERR_HEADERS_OVERFLOW', 'HPE_HEADER_OVERFLOW'])

/** Maps an exchange's error to its class; unknown errors after the connect are resets. */
export function classify(error: unknown): ErrorClass {
  if (error instanceof DeliveryError) return error.errorClass
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && HEADERS_TOO_LARGE.has(code) ? 'too_large' : 'reset'
}

const MAX_TEXT_LENGTH = 500

export function describe(error: unknown): string {
  if (!(error instanceof Error)) return storable(String(error))
  const { code } = error as { code?: unknown }
  const isCodeNew = typeof code === 'string' && !error.message.includes(code)
  return storable(isCodeNew ? `${error.message} (${code})` : error.message)
}

function storable(text: string): string {
  return text.replaceAll('\0', '').slice(0, MAX_TEXT_LENGTH).toWellFormed()
}
