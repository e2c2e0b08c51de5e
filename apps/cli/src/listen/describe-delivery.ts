import { verifyServiceSignature } from '../../../../packages/webhooks/src/service-signature.js'
import { verifyStandardWebhook } from '../../../../packages/webhooks/src/standard-webhook.js'
import { WebhookVerificationError } from '../../../../packages/webhooks/src/verification-error.js'
import type { ReceivedRequest } from './receiver.js'

interface SignatureCheck {
  valid: boolean
  /** Code and message of the error; null if valid. */
  reason: string | null
}

export interface DeliveryAnswer {
  status: number
  /** The server that responded; null if this command did. */
  forwarded_to: string | null
  error: string | null
  duration_ms: number
}

/** The `--json` output for a delivery. */
export interface DeliveryReport {
  received_at: string
  webhook_id: number | null
  delivery_id: string | null
  event: string | null
  event_id: string | null
  attempt: number | null
  trigger: string | null
  is_test: boolean
  install_id: string | null
  attribution_id: string | null
  signatures: { 'webhook-signature': SignatureCheck; 'X-Service-Signature': SignatureCheck }
  /** Null if the body is not a JSON object. */
  payload: Record<string, unknown> | null
  answer: DeliveryAnswer
}

/** Reads a delivery and verifies both signatures. */
export function describeDelivery(
  { headers, body }: ReceivedRequest,
  secret: string,
): Omit<DeliveryReport, 'answer'> {
  const textOf = (name: string) => {
    const value = headers[name]
    return typeof value === 'string' ? value : null
  }
  const numberOf = (name: string) => {
    const text = textOf(name)
    return text === null ? null : Number(text)
  }
  return {
    received_at: new Date().toISOString(),
    webhook_id: numberOf('x-service-webhook-id'),
    delivery_id: textOf('webhook-id'),
    event: textOf('x-service-event'),
    event_id: textOf('x-service-event-id'),
    attempt: numberOf('x-service-attempt'),
    trigger: textOf('x-service-trigger'),
    is_test: textOf('x-service-test') === 'true',
    install_id: textOf('x-service-install-id'),
    attribution_id: textOf('x-service-attribution-id'),
    signatures: {
      'webhook-signature': check(() => verifyStandardWebhook(body, headers, secret)),
      'X-Service-Signature': check(() => verifyServiceSignature(body, headers, secret)),
    },
    payload: parseObject(body),
  }
}

function check(verify: () => unknown): SignatureCheck {
  try {
    verify()
    return { valid: true, reason: null }
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    return { valid: false, reason: `${error.code}: ${error.message}` }
  }
}

function parseObject(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    const isObject = typeof value === 'object' && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

/** Returns the text output for a delivery. @param webhookId the webhook whose secret verified the signatures */
export function deliveryLines(report: DeliveryReport, webhookId: number): string[] {
  const { signatures, payload } = report
  const test = report.is_test && report.trigger !== 'test' ? ', test' : ''
  const rows: [string, string | null][] = [
    ['delivery', report.delivery_id],
    ['event id', report.event_id],
    ['install', report.install_id],
    ['payload', payload === null ? 'not a JSON object' : summaryOf(payload)],
    ['webhook-signature', wordFor(signatures['webhook-signature'])],
    ['X-Service-Signature', wordFor(signatures['X-Service-Signature'])],
    ['answered', answerLine(report.answer)],
  ]
  if (report.webhook_id !== null && report.webhook_id !== webhookId)
    rows.push(['note', `sent by webhook ${report.webhook_id}, which has another secret`])
  return [
    `${report.received_at.slice(11, 19)}  ${report.event ?? 'unknown event'}, attempt ${report.attempt ?? '?'} (${report.trigger ?? '?'}${test})`,
    ...rows
      .filter(([, value]) => value !== null)
      .map(([name, value]) => `          ${name.padEnd(19)}  ${value ?? ''}`),
  ]
}

/** Returns the keys that have a value, as JSON, which escapes control characters for the terminal. */
function summaryOf(payload: Record<string, unknown>): string {
  return Object.entries(payload)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(' ')
}

function wordFor({ valid, reason }: SignatureCheck): string {
  return valid ? 'valid' : `INVALID, ${reason ?? ''}`
}

function answerLine({ status, forwarded_to: by, error, duration_ms: ms }: DeliveryAnswer): string {
  if (by === null) return String(status)
  return error === null ? `${status} by ${by} in ${ms} ms` : `${status}: ${by} failed, ${error}`
}
