import { randomBytes } from 'node:crypto'
import { keyedHash } from '@throughline/core/security/keyed-hash'

/** The cookie of a browser that has signed in to the account before: `{user id}.{random}.{mac}`. */
export function makeBrowserCookie(key: Uint8Array, userId: number): string {
  const random = randomBytes(16).toString('base64url')
  return `${userId}.${random}.${macOf(key, userId, random)}`
}

/** Returns the random part if the cookie belongs to the account; otherwise null. */
export function readBrowser(key: Uint8Array, userId: number, cookie: string | null): string | null {
  const [id = '', random = '', mac = ''] = (cookie ?? '').split('.')
  if (id !== String(userId) || random === '') return null
  return mac === macOf(key, userId, random) ? random : null
}

function macOf(key: Uint8Array, userId: number, random: string): string {
  return keyedHash(key, 'browser', `${userId}.${random}`).toString('base64url')
}

/** Returns the key for counting failed sign-ins: one per e-mail address, and a separate one per known browser. */
export function failureKey(key: Uint8Array, email: string, browser: string | null): Buffer {
  return keyedHash(key, 'failures', `${email}\n${browser ?? ''}`)
}
