import { WebhookVerificationError } from './verification-error.js'

type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>
type HeaderMap = { get(name: string): string | null | undefined }

/** Request headers as Node gives them, as a plain object in any case, or as a Fetch `Headers`. */
export type WebhookHeaders = HeaderRecord | HeaderMap

/**
 * Reads one header, whatever the case of its name; null when it is absent or empty.
 *
 * A header that came more than once is joined with a comma, as HTTP does, and so can match no
 * signature: which of two values an intermediary meant is not for a verifier to guess.
 */
export function readHeader(headers: WebhookHeaders, name: string): string | null {
  const value = isHeaderMap(headers) ? headers.get(name) : readRecord(headers, name)
  return value === undefined || value === '' ? null : value
}

/** Like `readHeader`, but an absent header is a `missing_header` error. */
export function requireHeader(headers: WebhookHeaders, name: string): string {
  const value = readHeader(headers, name)
  if (value === null) {
    throw new WebhookVerificationError('missing_header', `the header ${name} is missing`)
  }
  return value
}

function isHeaderMap(headers: WebhookHeaders): headers is HeaderMap {
  return typeof headers['get' as keyof WebhookHeaders] === 'function'
}

function readRecord(headers: HeaderRecord, name: string): string | null {
  const values = Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? [])
  return values.length === 0 ? null : values.join(', ')
}
