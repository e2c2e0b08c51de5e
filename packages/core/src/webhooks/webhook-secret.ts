import type { KeyRing } from '../security/key-ring.js'
import { open, seal } from '../security/secret-box.js'

/** Whose secret it is. */
export type WebhookSecretOwner = {
  webhookId: number
  projectId: string
}

/** What a sealed webhook secret is bound to: moved to another row, it does not open. */
export function webhookSecretAad({ webhookId, projectId }: WebhookSecretOwner): string {
  return `webhook:${webhookId}:${projectId}`
}

/** Encrypts a webhook's secret for its row. */
export function sealWebhookSecret(
  ring: KeyRing,
  secret: string,
  owner: WebhookSecretOwner,
): string {
  return seal(ring, secret, webhookSecretAad(owner))
}

/**
 * Decrypts what `sealWebhookSecret` made.
 *
 * @throws KeyRingError that names the kid, when the ring lacks the key or the value is another row's
 */
export function openWebhookSecret(
  ring: KeyRing,
  sealed: string,
  owner: WebhookSecretOwner,
): string {
  return open(ring, sealed, webhookSecretAad(owner))
}
