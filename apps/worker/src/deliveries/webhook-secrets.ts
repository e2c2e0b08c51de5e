import type { KeyRing } from '@throughline/core/security/key-ring'
import { openWebhookSecret } from '@throughline/core/webhooks/webhook-secret'
import type { ClaimedDelivery } from '@throughline/db/deliveries/claim-outcome'
import { createBoundedCache } from './bounded-cache.js'

export interface Secrets {
  current: string
  /** During the grace of a rotation. */
  previous: string | null
}

export interface WebhookSecrets {
  /** @throws KeyRingError when the ring lacks the key: a fault of ours */
  open(delivery: SealedSecrets): Secrets
}

export type SealedSecrets = Pick<
  ClaimedDelivery,
  'webhookId' | 'projectId' | 'secretSealed' | 'previousSecretSealed'
>

/** The secrets of as many webhooks stay open in memory. */
const REMEMBERED = 2_000

/**
 * Opens the sealed secrets that a claim has read. What is remembered goes by the sealed text and its owner, so that a
 * rotated secret, which is another text, is never taken for the one before.
 */
export function createWebhookSecrets(keyRing: KeyRing): WebhookSecrets {
  const known = createBoundedCache<string>(REMEMBERED)
  const open = (sealed: string, owner: SealedSecrets) =>
    known.get(`${owner.webhookId} ${owner.projectId} ${sealed}`, () =>
      openWebhookSecret(keyRing, sealed, owner),
    )
  return {
    open: (delivery) => {
      const { secretSealed, previousSecretSealed } = delivery
      return {
        current: open(secretSealed, delivery),
        previous: previousSecretSealed === null ? null : open(previousSecretSealed, delivery),
      }
    },
  }
}
