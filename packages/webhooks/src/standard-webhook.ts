/* eslint max-params: ['error', 4] -- body, headers, secret, options: the order that verifiers share */
import { createHmac } from 'node:crypto'
import { equalInConstantTime } from './equal-in-constant-time.js'
import { requireHeader, type WebhookHeaders } from './headers.js'
import { rawBodyBytes } from './raw-body.js'
import { WebhookVerificationError } from './verification-error.js'

export type StandardWebhookOptions = {
  /** Maximum difference between the timestamp and now, in both directions. Default 300 (5 minutes). */
  readonly toleranceSeconds?: number | undefined
  /** The receiver's clock, for tests. Default: the time of the call. */
  readonly now?: Date | undefined
}

export type StandardWebhook = {
  /** `webhook-id`: the same for retries, resends and replays. Deduplicate by it. */
  readonly id: string
  /** `webhook-timestamp`: the second of this attempt. */
  readonly sentAt: Date
}

const secretPrefix = 'whsec_'
const base64Form = /^[A-Za-z0-9+/]+={0,2}$/
/** Whole seconds; fifteen digits are exact as a number. */
const timestampForm = /^\d{1,15}$/
const defaultToleranceSeconds = 300

/**
 * Verifies the Standard Webhooks headers. One matching signature is enough: a rotation's grace period sends two. The
 * timestamp is checked after it, so `timestamp_too_*` is reported only for authentic requests. @throws
 * WebhookVerificationError every code except invalid_json
 */
export function verifyStandardWebhook(
  rawBody: Uint8Array | string,
  headers: WebhookHeaders,
  secret: string,
  options: StandardWebhookOptions = {},
): StandardWebhook {
  const body = rawBodyBytes(rawBody)
  const key = standardKey(secret)
  const id = requireHeader(headers, 'webhook-id')
  const timestamp = requireHeader(headers, 'webhook-timestamp')
  if (!timestampForm.test(timestamp)) {
    throw new WebhookVerificationError(
      'malformed_signature',
      'webhook-timestamp is not a whole number of seconds',
    )
  }
  const candidates = versionOneSignatures(requireHeader(headers, 'webhook-signature'))
  const expected = createHmac('sha256', key)
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest('base64')
  if (!candidates.some((candidate) => equalInConstantTime(candidate, expected))) {
    throw new WebhookVerificationError('bad_signature', 'no signature in webhook-signature matches')
  }
  checkTimestamp(Number(timestamp), options)
  return { id, sentAt: new Date(Number(timestamp) * 1000) }
}

function standardKey(secret: string): Buffer {
  const encoded = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : ''
  const key = base64Form.test(encoded) ? Buffer.from(encoded, 'base64') : Buffer.alloc(0)
  // Node decodes leniently; encoding again detects a truncated or altered secret.
  if (key.length === 0 || withoutPadding(key.toString('base64')) !== withoutPadding(encoded)) {
    throw new WebhookVerificationError(
      'malformed_secret',
      'the secret is not whsec_ followed by standard base64',
    )
  }
  return key
}

function withoutPadding(base64: string): string {
  return base64.replace(/=+$/, '')
}

function versionOneSignatures(header: string): string[] {
  const signatures = header
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .map((entry) => entry.slice('v1,'.length))
  if (signatures.length === 0) {
    throw new WebhookVerificationError(
      'malformed_signature',
      'webhook-signature contains no v1 signature',
    )
  }
  return signatures
}

function checkTimestamp(timestampSeconds: number, options: StandardWebhookOptions): void {
  const toleranceSeconds = options.toleranceSeconds ?? defaultToleranceSeconds
  const nowSeconds = Math.floor((options.now ?? new Date()).getTime() / 1000)
  // Written so that a NaN tolerance or clock rejects instead of accepting.
  if (!(nowSeconds - timestampSeconds <= toleranceSeconds)) {
    throw new WebhookVerificationError('timestamp_too_old', 'webhook-timestamp is too old')
  }
  if (!(timestampSeconds - nowSeconds <= toleranceSeconds)) {
    throw new WebhookVerificationError('timestamp_too_new', 'webhook-timestamp is in the future')
  }
}
