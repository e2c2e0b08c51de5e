import type { KeyRing } from '../security/key-ring.js'
import { open, seal } from '../security/secret-box.js'

export type WebhookSecretOwner = {
  webhookId: number
  projectId: string
}

/** Binds a sealed secret to its webhook: in another row, it does not decrypt. */
export function webhookSecretAad({ webhookId, projectId }: WebhookSecretOwner): string {
  return `webhook:${webhookId}:${projectId}`
}

export function sealWebhookSecret(
  ring: KeyRing,
  secret: string,
  owner: WebhookSecretOwner,
): string {
  return seal(ring, secret, webhookSecretAad(owner))
}

export function openWebhookSecret(
  ring: KeyRing,
  sealed: string,
  owner: WebhookSecretOwner,
): string {
  return open(ring, sealed, webhookSecretAad(owner))
}
