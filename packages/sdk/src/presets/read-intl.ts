/** The user's settings known to the JavaScript engine; empty without Intl, as in old Hermes versions. */
export function readIntl(): { locale?: string; timeZone?: string } {
  try {
    const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    return { locale, timeZone }
  } catch {
    return {}
  }
}
