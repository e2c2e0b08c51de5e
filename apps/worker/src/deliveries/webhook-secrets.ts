import type { KeyRing } from '@throughline/core/security/key-ring'
import type { SigningSecrets } from '@throughline/core/webhooks/delivery-headers'
import { openWebhookSecret } from '@throughline/core/webhooks/webhook-secret'
import type { ClaimedDelivery } from '@throughline/db/deliveries/claim-outcome'
import { createBoundedCache } from './bounded-cache.js'

export interface WebhookSecrets {
  open(delivery: SealedSecrets): SigningSecrets
}

export type SealedSecrets = Pick<
  ClaimedDelivery,
  'webhookId' | 'projectId' | 'secretSealed' | 'previousSecretSealed'
>

/** Webhooks whose decrypted secrets stay in memory. */
const CACHE_SIZE = 2_000

/** Decrypts a claim's secrets. The cache key is the sealed text and its owner, so a rotated secret never matches. */
export function createWebhookSecrets(keyRing: KeyRing): WebhookSecrets {
  const known = createBoundedCache<string>(CACHE_SIZE)
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
