import { createHash, timingSafeEqual } from 'node:crypto'
import { nanoid } from 'nanoid'
import { parseIntegerId } from '../lib/ids.js'

const SECRET_LENGTH = 40
const BEARER = /^Bearer +(\d{1,10})\|([\x21-\x7e]{1,256})$/i

export type GeneratedAdminToken = {
  secret: string
  /** The stored SHA-256 of the secret. */
  hash: Buffer
}

export function generateAdminToken(): GeneratedAdminToken {
  const secret = nanoid(SECRET_LENGTH)
  return { secret, hash: hashTokenSecret(secret) }
}

export function formatAdminToken(id: number, secret: string): string {
  return `${id}|${secret}`
}

/** Parses `Authorization: Bearer {id}|{secret}`; null for a missing or any other header. */
export function parseBearer(header: string | undefined): { id: number; secret: string } | null {
  const [, idText = '', secret] = BEARER.exec(header ?? '') ?? []
  const id = parseIntegerId(idText)
  return id === null || secret === undefined ? null : { id, secret }
}

/** SHA-256 of a token's secret. The secret is random, so a slow hash is not needed. */
export function hashTokenSecret(secret: string): Buffer {
  return createHash('sha256').update(secret, 'utf8').digest()
}

export function tokenMatches(secret: string, hash: Uint8Array): boolean {
  const actual = hashTokenSecret(secret)
  return actual.length === hash.length && timingSafeEqual(actual, hash)
}
