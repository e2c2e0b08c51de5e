import { customAlphabet } from 'nanoid'

/** A–Z and 0–9 without the look-alikes 0, O, 1, I and L. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 7

/** Paths of the link host and of the service itself (docs/api-contract.md, "Codes"). */
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
  // Where iOS looks second for the association file.
  'apple-app-site-association',
])

/** Host prefixes that no project may take. */
export const RESERVED_PREFIXES: ReadonlySet<string> = new Set(['api', 'www', 'admin', 'mail'])

const OWN_CODE = /^[A-Za-z0-9_-]{1,64}$/
const DNS_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

const newCode = customAlphabet(ALPHABET, CODE_LENGTH)

/** A new code of 7 characters from a CSPRNG; the caller still has to try it for being taken. */
export function generateShortCode(): string {
  return newCode()
}

/** Why a customer may not choose this code, or null. Codes are case-sensitive. */
export function checkOwnCode(code: string): string | null {
  if (RESERVED_CODES.has(code)) return `Choose another code; "${code}" is reserved.`
  if (!OWN_CODE.test(code)) return 'Use 1 to 64 letters, digits, hyphens or underscores.'
  return null
}

/** Why a project may not have this host prefix, or null. It becomes one label of a DNS name. */
export function checkPrefix(prefix: string): string | null {
  if (!DNS_LABEL.test(prefix)) {
    return 'Use 1 to 63 lower-case letters, digits or hyphens, with no hyphen at either end.'
  }
  // The third and fourth place are how DNS marks punycode, which could imitate another name.
  if (prefix.slice(2, 4) === '--') return 'Do not put two hyphens in the third and fourth place.'
  if (RESERVED_PREFIXES.has(prefix)) return `Choose another prefix; "${prefix}" is reserved.`
  return null
}
