/** Returns the signed bytes. @throws TypeError for anything else, usually an object that a JSON parser has made */
export function rawBodyBytes(rawBody: Uint8Array | string): Uint8Array {
  if (typeof rawBody === 'string') return Buffer.from(rawBody, 'utf8')
  // Callers in plain JavaScript may pass anything.
  if ((rawBody as unknown) instanceof Uint8Array) return rawBody
  throw new TypeError(
    'the raw body must be the bytes as they arrived (Uint8Array or string), not a parsed object',
  )
}
