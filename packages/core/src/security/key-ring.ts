import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'

/** The keys of SECRETS_KEYS. Key objects, so that printing a ring shows no key. */
export type KeyRing = {
  /** The first key's id: it seals what is written from now on. */
  readonly writeKid: string
  /** All keys, by id, in the order given: each may open. */
  readonly keys: ReadonlyMap<string, KeyObject>
}

/** Something is wrong with the key ring or with what it should open. It never holds key bytes. */
export class KeyRingError extends Error {
  override readonly name = 'KeyRingError'
  /** The key id in question; null when none could be read. */
  readonly kid: string | null

  constructor(kid: string | null, message: string) {
    super(message)
    this.kid = kid
  }
}

const KEY_BYTES = 32
const KID = /^[A-Za-z0-9_-]{1,32}$/

/**
 * Reads SECRETS_KEYS, `kid:base64,…`: the first key writes, all read.
 *
 * @throws KeyRingError that names the entry and never shows a key
 */
export function parseKeyRing(text: string): KeyRing {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const keys = new Map<string, KeyObject>()
  for (const [index, entry] of entries.entries()) {
    const [kid, key] = parseEntry(entry, index + 1)
    if (keys.has(kid)) throw new KeyRingError(kid, `SECRETS_KEYS names the key "${kid}" twice.`)
    keys.set(kid, key)
  }
  const [writeKid] = keys.keys()
  if (writeKid === undefined) {
    throw new KeyRingError(null, 'SECRETS_KEYS is empty: give at least one key as kid:base64.')
  }
  return { writeKid, keys }
}

/** A new entry for SECRETS_KEYS, `kid:base64` of 32 random bytes. */
export function generateKeyRingEntry(kid: string): string {
  if (!KID.test(kid)) throw new KeyRingError(kid, `"${kid}" cannot be a key id.`)
  return `${kid}:${randomBytes(KEY_BYTES).toString('base64')}`
}

function parseEntry(entry: string, position: number): [kid: string, key: KeyObject] {
  const [kid = '', ...rest] = entry.split(':')
  const encoded = rest.join(':')
  if (!KID.test(kid) || encoded === '') {
    throw new KeyRingError(
      null,
      `Entry ${position} of SECRETS_KEYS must be kid:base64, the kid 1 to 32 letters, digits, - or _.`,
    )
  }
  const bytes = Buffer.from(encoded, 'base64')
  const isBase64 = bytes.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '')
  if (!isBase64 || bytes.length !== KEY_BYTES) {
    throw new KeyRingError(
      kid,
      `The key "${kid}" in SECRETS_KEYS must be standard base64 of exactly ${KEY_BYTES} bytes; make one with: openssl rand -base64 32`,
    )
  }
  return [kid, createSecretKey(bytes)]
}
