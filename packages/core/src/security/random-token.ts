import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

export interface RandomToken {
  token: string
  /** The stored SHA-256: a random token needs no slow hash. */
  hash: Buffer
}

/** A token of 256 random bits for a cookie or a link. */
export function generateRandomToken(): RandomToken {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, hash: hashRandomToken(token) }
}

export function hashRandomToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest()
}

const PAGES = { invitation: 'join', reset: 'reset', start: 'start' } as const

/** The address of a one-time link's page. The token is in the fragment, which no server and no log sees. */
export function oneTimeLinkUrl(publicUrl: string, kind: keyof typeof PAGES, token: string): string {
  return `${publicUrl}/admin/${PAGES[kind]}#${token}`
}
