import { NOT_OURS, ThroughlineError } from './errors.js'

/** A JSON object of the API, or a query's parameters; fields are validated when they are read. */
export type Wire = Readonly<Record<string, unknown>>

export function asObject(value: unknown): Wire | null {
  return Object(value) === value && !Array.isArray(value) ? (value as Wire) : null
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** @throws ThroughlineError if a record lacks a required field: another server responded */
export function required<Value>(value: Value | null): Value {
  if (value === null) throw new ThroughlineError('no_connection', NOT_OURS)
  return value
}

/** A non-empty string, or null. */
export function text(wire: Wire, name: string): string | null {
  const value = wire[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** A non-negative integer, also as digits, or null. */
export function integer(wire: Wire, name: string): number | null {
  const value = String(wire[name])
  return /^\d{1,15}$/.test(value) ? Number(value) : null
}

/** Unix seconds with at most ten digits; longer values are milliseconds and give null. */
export function seconds(wire: Wire, name: string): number | null {
  const value = integer(wire, name)
  return value !== null && value < 1e10 ? value : null
}

/** A time from ISO 8601, a day (midnight UTC) or seconds since 1970; or null. */
export function date(wire: Wire, name: string): Date | null {
  const seconds = integer(wire, name)
  // Some engines parse at most milliseconds.
  const iso = text(wire, name)?.replace(/(\.\d{3})\d+/, '$1') ?? ''
  const time = new Date(seconds === null ? iso : seconds * 1000)
  return Number.isNaN(+time) ? null : time
}

type Camel<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<Camel<Rest>>}`
  : Name

export function texts<Name extends string>(
  wire: Wire,
  names: readonly Name[],
): Record<Camel<Name>, string | null> {
  const entries = names.map((name) => [camel(name), text(wire, name)] as const)
  // The names are exactly those of the type, which fromEntries cannot express.
  return Object.fromEntries(entries) as Record<Camel<Name>, string | null>
}

/** A wire name as used in the app: `utm_source` is `utmSource`. */
export function camel<Name extends string>(name: Name): Camel<Name> {
  // The type describes the result, which replace cannot express.
  return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as Camel<Name>
}

export function pick(wire: Wire, names: readonly string[]): Wire {
  return Object.fromEntries(Object.entries(wire).filter(([name]) => names.includes(name)))
}

/** A form's fields by wire name: `utmSource` is `utm_source`, a Date its UTC day. JSON omits undefined values. */
export function toWire(form: object): Wire {
  return Object.fromEntries(
    Object.entries(form).map(([name, value]: [string, unknown]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value instanceof Date ? value.toISOString().slice(0, 10) : value,
    ]),
  )
}
