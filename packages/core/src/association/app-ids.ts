/** A rule that a value breaks. */
export interface Broken {
  rule: string
  message: string
}

const FINGERPRINT = /^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/
const SHA256_DIGITS = 64
const SHA1_DIGITS = 40
const MD5_DIGITS = 32

/** Why a text is no SHA-256 fingerprint as Android wants it: 32 bytes in upper-case hex with colons; null when it is one. */
export function validateFingerprint(text: string): Broken | null {
  if (FINGERPRINT.test(text)) return null
  const hint =
    'Copy the SHA-256 line of the Play Console (App integrity, App signing key certificate)'
  const digits = text
    .trim()
    .replace(/^SHA-?256( Fingerprint)?[:=]\s*/i, '')
    .replace(/[:\s-]/g, '')
  if (!/^[0-9A-Fa-f]*$/.test(digits) || digits === '') {
    const message = `This is no fingerprint: 64 hex digits in pairs with colons are wanted. ${hint}; base64 (as a hash for sign-in) is another thing.`
    return { rule: 'fingerprint_format', message }
  }
  if (digits.length === SHA1_DIGITS || digits.length === MD5_DIGITS) {
    const name = digits.length === SHA1_DIGITS ? 'SHA-1' : 'MD5'
    return {
      rule: 'fingerprint_sha1',
      message: `This is the ${name} fingerprint, which stands beside the right one. ${hint}.`,
    }
  }
  if (digits.length !== SHA256_DIGITS) {
    const message = `A SHA-256 fingerprint has 64 hex digits, this one ${digits.length}; part of it is missing or doubled. ${hint}.`
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
    message: 'Write the fingerprint as pairs with colons alone (AB:CD:…, 32 pairs in upper case).',
  }
}

/** Why a text is no Android package name; null when it is one (the application id of the Gradle file). */
export function validatePackageName(text: string): Broken | null {
  if (/^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/.test(text)) return null
  const reason = /^https?:|\//.test(text)
    ? 'This is a URL; the package name alone is wanted, which stands after id= in the Play URL.'
    : 'A package name has at least two parts with dots between, each beginning with a letter, such as com.acme.shop (applicationId in build.gradle).'
  return { rule: 'package_name', message: reason }
}

const TEAM_ID = /^[A-Z0-9]{10}$/
const BUNDLE_ID = /^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/

/** Why a text is no prefix of an Apple app id: 10 capital letters and digits; null when it is one. */
export function validateTeamId(text: string): Broken | null {
  if (TEAM_ID.test(text)) return null
  const reason = TEAM_ID.test(text.toUpperCase())
    ? 'Write the team id in upper case.'
    : 'A team id has 10 capital letters and digits (developer.apple.com, Membership details); it is neither the team’s name nor the numeric App Store id.'
  return { rule: 'team_id', message: reason }
}

/** Why a text is no Apple bundle id; null when it is one. */
export function validateBundleId(text: string): Broken | null {
  if (text.includes('*')) {
    return {
      rule: 'app_id_wildcard',
      message: 'A wildcard is no app: write the whole bundle id, such as com.acme.shop.',
    }
  }
  const [first = '', ...rest] = text.split('.')
  if (TEAM_ID.test(first) && rest.length >= 2) {
    return {
      rule: 'bundle_id_with_team',
      message: 'The team id stands in front of the bundle id; give the two apart.',
    }
  }
  if (BUNDLE_ID.test(text)) return null
  return {
    rule: 'bundle_id',
    message:
      'A bundle id has letters, digits, hyphens and dots, such as com.acme.shop (Xcode, General).',
  }
}

/** Why a text is no Apple application identifier, `{team id}.{bundle id}`; null when it is one. */
export function validateAppId(text: string): Broken | null {
  const dot = text.indexOf('.')
  const [team, bundle] = dot < 0 ? [text, ''] : [text.slice(0, dot), text.slice(dot + 1)]
  const isBundleAlone = /^[a-z]{2,}$/.test(team)
  if (dot < 0 || isBundleAlone) {
    return {
      rule: 'app_id_without_team',
      message:
        'The team id in front is missing: an app id is {team id}.{bundle id}, such as 9JA89QQLNQ.com.acme.shop.',
    }
  }
  return validateTeamId(team) ?? validateBundleId(bundle)
}
