import { customAlphabet } from 'nanoid'

/** A–Z and 2–9 without the look-alikes I, L and O. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 7

/** Paths of the link host and the service (docs/api-contract.md, "Codes"). */
export const RESERVED_CODES: ReadonlySet<string> = new Set([
  'api',
  'admin',
  'docs',
  'livez',
  'readyz',
  'metrics',
  'assets',
  '.well-known',
  'robots.txt',
  'favicon.ico',
  // The second place where iOS looks for the association file.
  'apple-app-site-association',
  // GET /api/links/availability is no link.
  'availability',
])

export const RESERVED_PREFIXES: ReadonlySet<string> = new Set(['api', 'www', 'admin', 'mail'])

const OWN_CODE = /^[A-Za-z0-9_-]{1,64}$/
const DNS_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

const newCode = customAlphabet(ALPHABET, CODE_LENGTH)

/** A random code of 7 characters; the caller must check that it is free. */
export function generateShortCode(): string {
  return newCode()
}

/** Validates a code chosen by a customer; codes are case-sensitive. Returns the reason, or null. */
export function checkOwnCode(code: string): string | null {
  if (RESERVED_CODES.has(code)) return `Choose another code; "${code}" is reserved.`
  if (!OWN_CODE.test(code)) return 'Use 1 to 64 letters, digits, hyphens or underscores.'
  return null
}

/** Validates a project's host prefix, which becomes a DNS label. Returns the reason, or null. */
export function checkPrefix(prefix: string): string | null {
  if (!DNS_LABEL.test(prefix)) {
    return 'Use 1 to 63 lower-case letters, digits or hyphens, with no hyphen at either end.'
  }
  // Hyphens in the third and fourth place mark punycode, which could imitate another name.
  if (prefix.slice(2, 4) === '--') return 'Do not use hyphens in the third and fourth place.'
  if (RESERVED_PREFIXES.has(prefix)) return `Choose another prefix; "${prefix}" is reserved.`
  return null
}
