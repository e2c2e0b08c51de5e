const BASE64 = /^data:image\/(png|webp|svg\+xml);base64,([A-Za-z0-9+/]+={0,2})$/
/** Excludes quotes, brackets, spaces and number signs, which must be percent-encoded in a URL. */
const PERCENT_ENCODED =
  /^data:image\/svg\+xml(?:;charset=utf-8|;utf8)?,([!$&'()*+,\-./0-9:;=?@A-Z[\]_a-z~%]+)$/i

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * Returns why a text is not an icon, or null. An icon is a data URL of a PNG, a WebP, or an SVG without scripts or
 * external references.
 */
export function checkIcon(icon: string): string | null {
  const [, kind, text = ''] = BASE64.exec(icon) ?? []
  if (kind === undefined) {
    const encoded = PERCENT_ENCODED.exec(icon)?.[1]
    return encoded === undefined ? SHAPE : checkSvg(percentDecode(encoded))
  }
  const bytes = Buffer.from(text, 'base64')
  if (kind === 'png') return bytes.subarray(0, 8).equals(PNG) ? null : notA('PNG')
  if (kind === 'webp') return isWebp(bytes) ? null : notA('WebP')
  return checkSvg(utf8(bytes))
}

const SHAPE = 'must be a data URL such as data:image/png;base64,… of a PNG, WebP or SVG image'

function notA(kind: string): string {
  return `must contain a ${kind} image, as its type says`
}

function isWebp(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function percentDecode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Content that is not allowed in an SVG; owners who need it can use a PNG. */
const FORBIDDEN_IN_SVG: readonly [RegExp, string][] = [
  [
    /<\s*(?:[\w-]+:)?(?:script|foreignobject|iframe|embed|object|handler|set|animate\w*)\b/i,
    'scripts',
  ],
  [/[\s"'/]on[\w-]*\s*=/i, 'event handlers'],
  [/<!|<\?(?!xml\s)/, 'declarations or style sheets'],
  [/encoding\s*=\s*["'](?!utf-8["'])/i, 'an encoding other than UTF-8'],
  // These could bypass a rule below.
  [/&#|\\/, 'character references or backslashes'],
  [/\b(?:href|src)\s*=\s*(?!["']#)/i, 'references other than to its own #ids'],
  [/url\s*\(\s*(?!["']?#)|@import|image-set|\bsrc\s*\(/i, 'references other than to its own #ids'],
  [/:\/\/|(?:javascript|data)\s*:/i, 'references other than to its own #ids'],
]

/** Namespace names, which are never fetched. */
const NAMESPACE = /\bxmlns(:\w+)?\s*=\s*(["'])http:\/\/www\.w3\.org\/[\w/]*\2/g

function checkSvg(svg: string | null): string | null {
  if (svg === null || !/^\s*(<\?xml\s[^>]*\?>\s*)?<svg[\s>]/.test(svg)) return notA('SVG')
  const markup = svg.replace(NAMESPACE, '')
  const found = FORBIDDEN_IN_SVG.find(([pattern]) => pattern.test(markup))
  return found === undefined ? null : `must be an SVG image without ${found[1]}`
}
