import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'

export type KeyRing = {
  readonly writeKid: string
  readonly keys: ReadonlyMap<string, KeyObject>
}

export class KeyRingError extends Error {
  override readonly name = 'KeyRingError'
  /** The key id in question; null if none could be read. */
  readonly kid: string | null

  constructor(kid: string | null, message: string) {
    super(message)
    this.kid = kid
  }
}

const KEY_BYTES = 32
const KID = /^[A-Za-z0-9_-]{1,32}$/

/** Parses SECRETS_KEYS, `kid:base64,…`: the first key encrypts, all decrypt. @throws KeyRingError without a key */
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
    throw new KeyRingError(null, 'SECRETS_KEYS is empty: set at least one key as kid:base64.')
  }
  return { writeKid, keys }
}

export function generateKeyRingEntry(kid: string): string {
  if (!KID.test(kid)) throw new KeyRingError(kid, `"${kid}" is not a valid key id.`)
  return `${kid}:${randomBytes(KEY_BYTES).toString('base64')}`
}

function parseEntry(entry: string, position: number): [kid: string, key: KeyObject] {
  const [kid = '', ...rest] = entry.split(':')
  const encoded = rest.join(':')
  if (!KID.test(kid) || encoded === '') {
    throw new KeyRingError(
      null,
      `Entry ${position} of SECRETS_KEYS must be kid:base64. The kid has 1 to 32 letters, digits, - or _.`,
    )
  }
  const bytes = Buffer.from(encoded, 'base64')
  const isBase64 = bytes.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '')
  if (!isBase64 || bytes.length !== KEY_BYTES) {
    throw new KeyRingError(
      kid,
      `The key "${kid}" in SECRETS_KEYS must be standard base64 of exactly ${KEY_BYTES} bytes; generate one with: openssl rand -base64 32`,
    )
  }
  return [kid, createSecretKey(bytes)]
}
