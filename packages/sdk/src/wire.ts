/** A JSON object of the API, or a query's parameters: what is read out of it is checked field by field. */
export type Wire = Readonly<Record<string, unknown>>

/** The value as an object, or null. */
export function asObject(value: unknown): Wire | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Wire)
    : null
}

/** A text that is not empty, or null. */
export function text(wire: Wire, name: string): string | null {
  const value = wire[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** A whole number that is not negative, also written in digits, or null. */
export function integer(wire: Wire, name: string): number | null {
  const value = wire[name]
  const isInteger = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))
  return isInteger && Number.isSafeInteger(Number(value)) ? Number(value) : null
}

/** A time of ISO 8601, a day (its midnight in UTC), or seconds since 1970; else null. */
export function date(wire: Wire, name: string): Date | null {
  const seconds = integer(wire, name)
  // Some engines read no more than milliseconds.
  const iso = text(wire, name)?.replace(/(\.\d{3})\d+/, '$1') ?? ''
  const time = new Date(seconds === null ? iso : seconds * 1000)
  return Number.isNaN(time.getTime()) ? null : time
}

/**
 * The fields of a form under their names on the wire: `utmSource` is `utm_source`, a Date its day in UTC, and what is
 * undefined is left out.
 */
export function toWire(form: object): Wire {
  return Object.fromEntries(
    Object.entries(form)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]: [string, unknown]) => [
        name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        value instanceof Date ? value.toISOString().slice(0, 10) : value,
      ]),
  )
}
