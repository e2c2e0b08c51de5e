import { NOT_OURS, ThroughlineError } from './errors.js'

/** A JSON object of the API, or a query's parameters: what is read out of it is checked field by field. */
export type Wire = Readonly<Record<string, unknown>>

/** The value as an object, or null. */
export function asObject(value: unknown): Wire | null {
  return Object(value) === value && !Array.isArray(value) ? (value as Wire) : null
}

/** The value as a list; an empty one where it is none. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** @throws ThroughlineError where a record lacks what every record has: it is not the service that answered. */
export function required<Value>(value: Value | null): Value {
  if (value === null) throw new ThroughlineError('no_connection', NOT_OURS)
  return value
}

/** A text that is not empty, or null. */
export function text(wire: Wire, name: string): string | null {
  const value = wire[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** A whole number that is not negative, also written in digits, or null. */
export function integer(wire: Wire, name: string): number | null {
  const value = String(wire[name])
  return /^\d{1,15}$/.test(value) ? Number(value) : null
}

/** A time in whole Unix seconds, at most ten digits: anything longer is in milliseconds. */
export function seconds(wire: Wire, name: string): number | null {
  const value = integer(wire, name)
  return value !== null && value < 1e10 ? value : null
}

/** A time of ISO 8601, a day (its midnight in UTC), or seconds since 1970; else null. */
export function date(wire: Wire, name: string): Date | null {
  const seconds = integer(wire, name)
  // Some engines read no more than milliseconds.
  const iso = text(wire, name)?.replace(/(\.\d{3})\d+/, '$1') ?? ''
  const time = new Date(seconds === null ? iso : seconds * 1000)
  return Number.isNaN(+time) ? null : time
}

/** `utm_source` is `UtmSource` here; the first letter stays as it is. */
type Camel<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<Camel<Rest>>}`
  : Name

/** Texts under their names in the app. */
export function texts<Name extends string>(
  wire: Wire,
  names: readonly Name[],
): Record<Camel<Name>, string | null> {
  const entries = names.map((name) => [camel(name), text(wire, name)] as const)
  // The names are exactly those of the type, which fromEntries cannot know.
  return Object.fromEntries(entries) as Record<Camel<Name>, string | null>
}

/** A name on the wire as the app has it: `utm_source` is `utmSource`. */
export function camel<Name extends string>(name: Name): Camel<Name> {
  // What the type says, which replace cannot know.
  return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as Camel<Name>
}

/** The values that have these names. */
export function pick(wire: Wire, names: readonly string[]): Wire {
  return Object.fromEntries(Object.entries(wire).filter(([name]) => names.includes(name)))
}

/**
 * The fields of a form under their names on the wire: `utmSource` is `utm_source`, a Date its day in UTC. JSON leaves
 * out what is undefined.
 */
export function toWire(form: object): Wire {
  return Object.fromEntries(
    Object.entries(form).map(([name, value]: [string, unknown]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value instanceof Date ? value.toISOString().slice(0, 10) : value,
    ]),
  )
}
