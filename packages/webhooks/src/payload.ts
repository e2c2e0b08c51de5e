import { WebhookVerificationError } from './verification-error.js'

/** The body of an `install_attributed` delivery, with these keys in this order. */
export type InstallAttributedPayload = {
  readonly matched: boolean
  /** Code of the link. */
  readonly dyna_code: string
  readonly gclid: string | null
  readonly gbraid: string | null
  readonly fbclid: string | null
  /** Unix seconds when that browser first received `fbclid`. */
  readonly fbclid_captured_at: number | null
  readonly ttclid: string | null
  readonly twclid: string | null
  readonly li_fat_id: string | null
  readonly campaign_id: number | null
  readonly campaign_name: string | null
  readonly utm_source: string | null
  readonly utm_medium: string | null
  readonly utm_campaign: string | null
  readonly utm_term: string | null
  readonly utm_content: string | null
  /** ISO 8601 in UTC with whole seconds, such as `2026-03-01T09:30:00Z`. */
  readonly attributed_at: string
}

/** Parses a body whose signature has been checked. @throws WebhookVerificationError invalid_json */
export function parsePayload(body: Uint8Array): InstallAttributedPayload {
  const value = parseJson(body)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new WebhookVerificationError('invalid_json', 'the body is not a JSON object')
  }
  // The signature proves the shape: only the sender can have written these bytes.
  return value as InstallAttributedPayload
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new WebhookVerificationError('invalid_json', 'the body is not JSON in UTF-8')
  }
}
