/** How an install was matched, and why not. */
export const matchTypes: Readonly<Record<string, string>> = {
  referrer: 'Play referrer',
  clipboard: 'Clipboard',
  fingerprint: 'Signals',
}

export const reasons: Readonly<Record<string, string>> = {
  consent_missing: 'No consent given',
  consent_refused: 'Consent refused',
  wrong_project: 'Click of another project',
  already_consumed: 'Click already used',
  expired: 'Outside the window',
  other_source: 'Another source',
  installed_before_click: 'Installed before the click',
  no_candidate: 'No click found',
  ambiguous: 'More than one person',
  below_threshold: 'Too uncertain',
}

export const platforms: Readonly<Record<string, string>> = { ios: 'iOS', android: 'Android' }
