import type { KeyRing } from '@throughline/core/security/key-ring'
import { open, seal } from '@throughline/core/security/secret-box'
import { Secret, TOTP } from 'otpauth'

const STEP_SECONDS = 30
/** Number of time steps by which a phone's clock may differ. */
const WINDOW = 1

export function generateTotp(email: string): { secret: string; uri: string } {
  const totp = totpOf(new Secret({ size: 20 }), email)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** Returns the time step of a code; null if the code is wrong. The caller must not accept a step twice. */
export function stepOfCode(secret: string, code: string, now = new Date()): number | null {
  const digits = code.replaceAll(/\s/g, '')
  const delta = totpOf(Secret.fromBase32(secret)).validate({
    token: digits,
    window: WINDOW,
    timestamp: now.getTime(),
  })
  return delta === null ? null : Math.floor(now.getTime() / 1_000 / STEP_SECONDS) + delta
}

export function sealTotp(ring: KeyRing, userId: number, secret: string): string {
  return seal(ring, secret, aad(userId))
}

export function openTotp(ring: KeyRing, userId: number, sealed: string): string {
  return open(ring, sealed, aad(userId))
}

function aad(userId: number): string {
  return `totp:${userId}`
}

function totpOf(secret: Secret, label = ''): TOTP {
  return new TOTP({
    issuer: 'Throughline',
    label,
    secret,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
  })
}
