/** What the JavaScript engine itself knows of the user's settings; empty where it has no Intl, as old Hermes. */
export function readIntl(): { locale?: string; timeZone?: string } {
  try {
    const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    return { locale, timeZone }
  } catch {
    return {}
  }
}
