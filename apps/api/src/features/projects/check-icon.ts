const BASE64 = /^data:image\/(png|webp|svg\+xml);base64,([A-Za-z0-9+/]+={0,2})$/
/** No quote, bracket, space or number sign: those must be percent-encoded in a URL. */
const PERCENT_ENCODED =
  /^data:image\/svg\+xml(?:;charset=utf-8|;utf8)?,([!$&'()*+,\-./0-9:;=?@A-Z[\]_a-z~%]+)$/i

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * Why a text is no icon for the landing page, or null: a data URL of a PNG, WebP or SVG picture that is what it says.
 * An SVG may hold nothing that runs or that is fetched from elsewhere.
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

const SHAPE = 'must be a data URL such as data:image/png;base64,… of a PNG, WebP or SVG picture'

function notA(kind: string): string {
  return `must hold a ${kind} picture, as its type says`
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

/** What makes an SVG more than a picture. Whoever needs one of these can hand in a PNG. */
const FORBIDDEN_IN_SVG: readonly [RegExp, string][] = [
  [
    /<\s*(?:[\w-]+:)?(?:script|foreignobject|iframe|embed|object|handler|set|animate\w*)\b/i,
    'scripts',
  ],
  [/[\s"'/]on[\w-]*\s*=/i, 'event handlers'],
  [/<!|<\?(?!xml\s)/, 'declarations or style sheets of their own'],
  [/encoding\s*=\s*["'](?!utf-8["'])/i, 'another encoding than UTF-8'],
  // Written so, a rule below could be got round.
  [/&#|\\/, 'character references or backslashes'],
  [/\b(?:href|src)\s*=\s*(?!["']#)/i, 'references to anything but #ids of their own'],
  [
    /url\s*\(\s*(?!["']?#)|@import|image-set|\bsrc\s*\(/i,
    'references to anything but #ids of their own',
  ],
  [/:\/\/|(?:javascript|data)\s*:/i, 'references to anything but #ids of their own'],
]

/** Names, not addresses: nothing fetches them. */
const NAMESPACE = /\bxmlns(:\w+)?\s*=\s*(["'])http:\/\/www\.w3\.org\/[\w/]*\2/g

function checkSvg(svg: string | null): string | null {
  if (svg === null || !/^\s*(<\?xml\s[^>]*\?>\s*)?<svg[\s>]/.test(svg)) return notA('SVG')
  const judged = svg.replace(NAMESPACE, '')
  const found = FORBIDDEN_IN_SVG.find(([pattern]) => pattern.test(judged))
  return found === undefined ? null : `must be an SVG picture without ${found[1]}`
}
