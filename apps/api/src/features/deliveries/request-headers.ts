import { permits } from '@throughline/contracts/roles'
import type { DeliveryAttemptWire } from '@throughline/contracts/delivery'
import type { KeyRing } from '@throughline/core/security/key-ring'
import { deliveryHeaders, type SigningSecrets } from '@throughline/core/webhooks/delivery-headers'
import { openWebhookSecret } from '@throughline/core/webhooks/webhook-secret'
import type { AttemptRow, DeliveryRow } from '@throughline/db/deliveries/read-deliveries'
import type { StoredSecrets } from '@throughline/db/webhooks/webhooks'
import type { Actor } from '../../http/access.js'

type SentHeaders = Pick<DeliveryAttemptWire, 'request_headers' | 'signatures'>
type StoredDelivery = DeliveryRow & { payload: string }

export interface HeaderReader {
  delivery: StoredDelivery
  projectId: string
  /** Null if the webhook was deleted. */
  secrets: StoredSecrets | null
  keyRing: KeyRing
  actor: Actor
}

/** A claim reads the secret up to a second before its attempt, and does not see a rotation that is being committed. */
const UNSURE_MS = 5_000

/**
 * The headers of an attempt as they were sent, made by the worker's function from what is stored. They have signatures
 * if the secret that made them is still known, and only for callers that may send the delivery again themselves.
 */
export function requestHeaders(reader: HeaderReader, attempt: AttemptRow): SentHeaders {
  const { delivery } = reader
  const signed = secretsOf(reader, attempt)
  const headers = deliveryHeaders(
    {
      ...delivery,
      deliveryId: delivery.id,
      attemptNumber: attempt.number,
      trigger: attempt.trigger,
    },
    {
      body: Buffer.from(delivery.payload, 'utf8'),
      secrets: typeof signed === 'string' ? null : signed,
      timestampSeconds: Math.floor(attempt.startedAt.getTime() / 1_000),
      // An earlier release may have sent it.
      version: null,
    },
  )
  return { request_headers: headers, signatures: typeof signed === 'string' ? signed : 'included' }
}

function secretsOf(
  { delivery, projectId, secrets, keyRing, actor }: HeaderReader,
  { startedAt }: AttemptRow,
): SigningSecrets | Exclude<SentHeaders['signatures'], 'included'> {
  if (actor.kind === 'sdk' || !permits(actor.abilities, 'deliveries:write')) return 'not_permitted'
  if (delivery.payload === '') return 'payload_erased'
  if (secrets === null || !isSure(secrets, startedAt)) return 'secret_unknown'
  const owner = { webhookId: delivery.webhookId, projectId }
  const current = openWebhookSecret(keyRing, secrets.current, owner)
  const { previous, graceEndsAt } = secrets
  if (previous === null || graceEndsAt === null || startedAt >= graceEndsAt)
    return { current, previous: null }
  switch (signedByPrevious(delivery, secrets, startedAt)) {
    case null:
      return 'secret_unknown'
    case false:
      return { current, previous: null }
    case true:
      return { current, previous: openWebhookSecret(keyRing, previous, owner) }
  }
}

/** Whether it is certain that the present secret signed an attempt of this time, and in whose grace. */
function isSure({ isFirst, changedAt, graceEndsAt }: StoredSecrets, startedAt: Date): boolean {
  const sinceChangeMs = startedAt.getTime() - changedAt.getTime()
  if (!isFirst && sinceChangeMs < UNSURE_MS) return false
  const sinceGraceMs = graceEndsAt === null ? -1 : startedAt.getTime() - graceEndsAt.getTime()
  return sinceGraceMs < 0 || sinceGraceMs >= UNSURE_MS
}

/** In the grace: false for a verification, null for a test that may have been an earlier verification. */
function signedByPrevious(
  { id, isTest }: StoredDelivery,
  { verificationId, verificationCheckedAt }: StoredSecrets,
  startedAt: Date,
): boolean | null {
  if (!isTest || verificationId === null) return true
  if (id !== verificationId) return null
  return verificationCheckedAt !== null && startedAt >= verificationCheckedAt
}
