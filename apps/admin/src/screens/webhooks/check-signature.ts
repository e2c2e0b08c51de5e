/** What a receiver got, and the secret that it uses to verify. */
export interface ReceivedDelivery {
  secret: string
  body: string
  /** `X-Service-Signature`, or `webhook-signature`, which also needs the next two fields. */
  signature: string
  id: string
  timestamp: string
}

export type SignatureResult =
  'right' | 'body_changed' | 'line_end' | 'decoded_key' | 'stripped_key' | 'needs_id' | 'wrong'

const SECRET_PREFIX = 'whsec_'

/**
 * Checks a signature in the browser and sends nothing. If it is wrong, tries the usual mistakes of receivers.
 * Needs `crypto.subtle`, which browsers provide only on https and localhost.
 */
export async function checkSignature(received: ReceivedDelivery): Promise<SignatureResult> {
  const signature = received.signature.trim()
  if (/^v1,/.test(signature)) return checkStandard(received, signature)
  const isRight = async (body: string, key: Uint8Array<ArrayBuffer>) =>
    toHex(await hmac(key, body)) === signature.toLowerCase()
  const secret = received.secret.trim()
  const key = encode(secret)
  const { body } = received
  if (await isRight(body, key)) return 'right'
  for (const variant of [body.trimEnd(), `${body}\n`])
    if (variant !== body && (await isRight(variant, key))) return 'line_end'
  const compact = compactJson(body)
  if (compact !== null && (await isRight(compact, key))) return 'body_changed'
  if (await isRight(body, encode(secret.replace(SECRET_PREFIX, '')))) return 'stripped_key'
  const decoded = decodeSecret(secret)
  if (decoded !== null && (await isRight(body, decoded))) return 'decoded_key'
  return 'wrong'
}

/** https://www.standardwebhooks.com: several signatures during a rotation, separated by spaces. */
async function checkStandard(
  { secret, body, id, timestamp }: ReceivedDelivery,
  signature: string,
): Promise<SignatureResult> {
  if (id.trim() === '' || timestamp.trim() === '') return 'needs_id'
  const key = decodeSecret(secret.trim())
  if (key === null) return 'wrong'
  const given = signature.split(/\s+/)
  const isRight = async (text: string) => {
    const bytes = await hmac(key, `${id.trim()}.${timestamp.trim()}.${text}`)
    return given.includes(`v1,${btoa(String.fromCharCode(...bytes))}`)
  }
  if (await isRight(body)) return 'right'
  if (await isRight(body.trimEnd())) return 'line_end'
  const compact = compactJson(body)
  return compact !== null && (await isRight(compact)) ? 'body_changed' : 'wrong'
}

async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array> {
  if (key.byteLength === 0) return new Uint8Array()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, encode(text)))
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function decodeSecret(secret: string): Uint8Array<ArrayBuffer> | null {
  try {
    const text = atob(secret.replace(SECRET_PREFIX, ''))
    return Uint8Array.from(text, (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

/** The body as the service sends it. Parsing and serializing it again changes spaces. */
function compactJson(body: string): string | null {
  try {
    const compact = JSON.stringify(JSON.parse(body))
    return compact === body ? null : compact
  } catch {
    return null
  }
}
