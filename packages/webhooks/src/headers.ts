import { WebhookVerificationError } from './verification-error.js'

type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>
type HeaderMap = { get(name: string): string | null | undefined }

/** Request headers from Node, as a plain object in any case, or a Fetch `Headers`. */
export type WebhookHeaders = HeaderRecord | HeaderMap

/** Reads a header in any case; null if absent or empty. A repeated header is joined with a comma. */
export function readHeader(headers: WebhookHeaders, name: string): string | null {
  const value = isHeaderMap(headers) ? headers.get(name) : readRecord(headers, name)
  return value === undefined || value === '' ? null : value
}

/** @throws WebhookVerificationError missing_header */
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
