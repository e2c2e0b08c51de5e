/**
 * The bytes that were signed. A string stands for its UTF-8 bytes.
 *
 * @throws TypeError for anything else, most often a body that a JSON parser has already replaced:
 * that is a fault of the receiver's set-up and not of the request.
 */
export function rawBodyBytes(rawBody: Uint8Array | string): Uint8Array {
  if (typeof rawBody === 'string') return Buffer.from(rawBody, 'utf8')
  // Callers in plain JavaScript are not held to the type.
  if ((rawBody as unknown) instanceof Uint8Array) return rawBody
  throw new TypeError(
    'the raw body must be the bytes as they arrived (Uint8Array or string), not a parsed object',
  )
}
