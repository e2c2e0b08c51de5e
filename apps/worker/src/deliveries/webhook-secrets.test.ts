import { describe, expect, it } from '@jest/globals'
import { generateKeyRingEntry, parseKeyRing } from '@throughline/core/security/key-ring'
import { sealWebhookSecret } from '@throughline/core/webhooks/webhook-secret'
import { createWebhookSecrets } from './webhook-secrets.js'

const ring = parseKeyRing(generateKeyRingEntry('k1'))
const owner = { webhookId: 1, projectId: 'p1' }
const seal = (secret: string, of = owner) => sealWebhookSecret(ring, secret, of)

describe('the secrets of a webhook', () => {
  it('change with the first claim that read the new secret', () => {
    const secrets = createWebhookSecrets(ring)
    const [old, rotated] = [seal('whsec_old'), seal('whsec_new')]
    const before = { ...owner, secretSealed: old, previousSecretSealed: null }
    expect(secrets.open(before)).toEqual({ current: 'whsec_old', previous: null })
    const during = { ...owner, secretSealed: rotated, previousSecretSealed: old }
    expect(secrets.open(during)).toEqual({ current: 'whsec_new', previous: 'whsec_old' })
    const after = { ...owner, secretSealed: rotated, previousSecretSealed: null }
    expect(secrets.open(after)).toEqual({ current: 'whsec_new', previous: null })
  })

  it('cannot be decrypted for another webhook, even if they are cached', () => {
    const secrets = createWebhookSecrets(ring)
    const sealed = { secretSealed: seal('whsec_mine'), previousSecretSealed: null }
    secrets.open({ ...owner, ...sealed })
    expect(() => secrets.open({ ...owner, webhookId: 2, ...sealed })).toThrow('cannot be decrypted')
    expect(() => secrets.open({ ...owner, projectId: 'p2', ...sealed })).toThrow(
      'cannot be decrypted',
    )
  })
})
