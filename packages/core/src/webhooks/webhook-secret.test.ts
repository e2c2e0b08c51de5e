import { describe, expect, it } from '@jest/globals'
import { generateKeyRingEntry, KeyRingError, parseKeyRing } from '../security/key-ring.js'
import { openWebhookSecret, sealWebhookSecret, webhookSecretAad } from './webhook-secret.js'

const ring = parseKeyRing(generateKeyRingEntry('k1'))
const owner = { webhookId: 7, projectId: '5b0c7a7e-7a4e-4c53-9d0d-0f6f3f0b8a11' }

describe('webhook secrets', () => {
  it('open for the row that they were sealed for', () => {
    const sealed = sealWebhookSecret(ring, 'whsec_abc', owner)
    expect(sealed).not.toContain('whsec_')
    expect(openWebhookSecret(ring, sealed, owner)).toBe('whsec_abc')
  })

  it('are bound to the webhook and to the project', () => {
    const sealed = sealWebhookSecret(ring, 'whsec_abc', owner)
    expect(webhookSecretAad(owner)).toBe(`webhook:7:${owner.projectId}`)
    for (const other of [
      { ...owner, webhookId: 8 },
      { ...owner, projectId: 'another' },
    ]) {
      expect(() => openWebhookSecret(ring, sealed, other)).toThrow(KeyRingError)
    }
  })

  it('name the kid that a ring lacks', () => {
    const sealed = sealWebhookSecret(ring, 'whsec_abc', owner)
    const other = parseKeyRing(generateKeyRingEntry('k2'))
    expect(() => openWebhookSecret(other, sealed, owner)).toThrow('k1')
  })
})
