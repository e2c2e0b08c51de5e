export interface Broken {
  rule: string
  message: string
}

const FINGERPRINT = /^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/
const SHA256_DIGITS = 64
const SHA1_DIGITS = 40
const MD5_DIGITS = 32

/** Checks for a SHA-256 fingerprint as Android requires it: 32 bytes, upper-case hex with colons. Null if valid. */
export function validateFingerprint(text: string): Broken | null {
  if (FINGERPRINT.test(text)) return null
  const hint =
    'Copy the SHA-256 line of the Play Console (App integrity, App signing key certificate)'
  const digits = digitsOf(text)
  if (!/^[0-9A-Fa-f]*$/.test(digits) || digits === '') {
    const message = `This is not a fingerprint: use 64 hex digits in pairs with colons. ${hint}. A base64 hash, as used for sign-in, is not valid here.`
    return { rule: 'fingerprint_format', message }
  }
  if (digits.length === SHA1_DIGITS || digits.length === MD5_DIGITS) {
    const name = digits.length === SHA1_DIGITS ? 'SHA-1' : 'MD5'
    return {
      rule: 'fingerprint_sha1',
      message: `This is the ${name} fingerprint, which is shown next to the SHA-256 one. ${hint}.`,
    }
  }
  if (digits.length !== SHA256_DIGITS) {
    const message = `A SHA-256 fingerprint has 64 hex digits, this one has ${digits.length}; a part is missing or repeated. ${hint}.`
    return { rule: 'fingerprint_length', message }
  }
  if (text !== text.toUpperCase() && FINGERPRINT.test(text.toUpperCase())) {
    return {
      rule: 'fingerprint_case',
      message: 'Write the fingerprint in upper case (AB:CD:…); Android compares it as text.',
    }
  }
  return {
    rule: 'fingerprint_colons',
    message: 'Write the fingerprint as 32 upper-case pairs separated by colons only (AB:CD:…).',
  }
}

/** Formats a SHA-256 fingerprint as Android requires it. Null for text that is not 32 bytes. */
export function formatFingerprint(text: string): string | null {
  const digits = digitsOf(text).toUpperCase()
  if (digits.length !== SHA256_DIGITS || !/^[0-9A-F]*$/.test(digits)) return null
  return (digits.match(/../g) ?? []).join(':')
}

/** Without colons, blanks and the words of keytool. */
function digitsOf(fingerprint: string): string {
  return fingerprint
    .trim()
    .replace(/^SHA-?256( Fingerprint)?[:=]\s*/i, '')
    .replace(/[:\s-]/g, '')
}

/** Checks an Android package name (the Gradle file's application id). Null if valid. */
export function validatePackageName(text: string): Broken | null {
  if (/^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/.test(text)) return null
  const reason = /^https?:|\//.test(text)
    ? 'This is a URL; use only the package name, which follows id= in the Play URL.'
    : 'A package name has at least two parts separated by dots, each starting with a letter, such as com.acme.shop (applicationId in build.gradle).'
  return { rule: 'package_name', message: reason }
}

const TEAM_ID = /^[A-Z0-9]{10}$/
const BUNDLE_ID = /^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/

export function validateTeamId(text: string): Broken | null {
  if (TEAM_ID.test(text)) return null
  const reason = TEAM_ID.test(text.toUpperCase())
    ? 'Write the team id in upper case.'
    : 'A team id has 10 capital letters and digits (developer.apple.com, Membership details); it is neither the team’s name nor the numeric App Store id.'
  return { rule: 'team_id', message: reason }
}

export function validateBundleId(text: string): Broken | null {
  if (text.includes('*')) {
    return {
      rule: 'app_id_wildcard',
      message: 'A wildcard is not an app: write the whole bundle id, such as com.acme.shop.',
    }
  }
  const [first = '', ...rest] = text.split('.')
  if (TEAM_ID.test(first) && rest.length >= 2) {
    return {
      rule: 'bundle_id_with_team',
      message: 'The bundle id starts with the team id; enter the two separately.',
    }
  }
  if (BUNDLE_ID.test(text)) return null
  return {
    rule: 'bundle_id',
    message:
      'A bundle id has letters, digits, hyphens and dots, such as com.acme.shop (Xcode, General).',
  }
}

export function validateAppId(text: string): Broken | null {
  const dot = text.indexOf('.')
  const [team, bundle] = dot < 0 ? [text, ''] : [text.slice(0, dot), text.slice(dot + 1)]
  const isBundleAlone = /^[a-z]{2,}$/.test(team)
  if (dot < 0 || isBundleAlone) {
    return {
      rule: 'app_id_without_team',
      message:
        'The team id is missing: an app id is {team id}.{bundle id}, such as 9JA89QQLNQ.com.acme.shop.',
    }
  }
  return validateTeamId(team) ?? validateBundleId(bundle)
}
