/** Global Privacy Control, `Sec-GPC: 1`: the user objects to tracking. Source: https://w3c.github.io/gpc/ */
export function hasGlobalPrivacyControl(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): boolean {
  return headers['sec-gpc'] === '1'
}
