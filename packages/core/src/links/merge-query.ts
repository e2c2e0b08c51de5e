import { CLICK_ID_NAMES } from './click-ids.js'
import { decodeComponent, type RawPair } from './raw-query.js'
import { isUtmName, UTM_NAMES, type UtmFields } from './utm.js'

/** Parameters that must not occur twice: a second one would be misread or counted twice. */
const ONCE: ReadonlySet<string> = new Set([...UTM_NAMES, ...CLICK_ID_NAMES])

type Parameter = { name: string; text: string }

/** A destination with the link's UTM merged in, ready for any visitor's query. */
export interface MergeTarget {
  base: string
  fragment: string
  ofLink: readonly Parameter[]
  /** Names that a visitor's parameters must not add. */
  known: ReadonlySet<string>
  bare: string
}

/** Merges the link's UTM into a destination that has passed the rules. */
export function mergeTarget(destination: string, utm: UtmFields): MergeTarget {
  const { base, query, fragment } = splitUrl(toAsciiUrl(destination))
  const own = readParameters(query).map((parameter) => withUtm(parameter, utm))
  const ofLink = [...own, ...utmParameters(utm)]
  // An empty UTM or click id is not yet known: a later source may still set it.
  const known = new Set(
    ofLink.filter((one) => !(ONCE.has(one.name) && isEmpty(one))).map(({ name }) => name),
  )
  return { base, fragment, ofLink, known, bare: join({ base, fragment }, ofLink) }
}

/**
 * Merges the visitor's query into a destination (docs/api-contract.md, "UTM"). The destination's own parameters stay;
 * others are added byte for byte, each UTM and click id once. Returns ASCII for a Location header.
 */
export function mergeQuery(target: MergeTarget, incoming: RawPair[]): string {
  if (incoming.length === 0) return target.bare
  const merged = [...target.ofLink]
  for (const [rawName, , text] of incoming) {
    const name = decodeComponent(rawName)
    if (!target.known.has(name)) merged.push({ name, text })
  }
  return join(target, merged)
}

function join(
  { base, fragment }: Pick<MergeTarget, 'base' | 'fragment'>,
  parameters: readonly Parameter[],
): string {
  const query = withoutRepeats(parameters)
    .map(({ text }) => text)
    .join('&')
  return `${base}${query === '' ? '' : `?${query}`}${fragment}`
}

/** Keeps ASCII as written; encodes the rest like browsers do. */
function toAsciiUrl(url: string): string {
  return /^[\x21-\x7e]*$/.test(url) ? url : new URL(url).href
}

function splitUrl(url: string): { base: string; query: string; fragment: string } {
  const [, base = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(url) ?? []
  return { base, query: query.slice(1), fragment }
}

function readParameters(query: string): Parameter[] {
  return query
    .split('&')
    .filter((text) => text !== '')
    .map((text) => ({ name: decodeComponent(text.split('=', 1)[0] ?? ''), text }))
}

function withUtm(parameter: Parameter, utm: UtmFields): Parameter {
  const value = isUtmName(parameter.name) ? utm[parameter.name] : null
  return value === null ? parameter : utmParameter(parameter.name, value)
}

function utmParameters(utm: UtmFields): Parameter[] {
  return UTM_NAMES.flatMap((name) => {
    const value = utm[name]
    return value === null ? [] : [utmParameter(name, value)]
  })
}

function utmParameter(name: string, value: string): Parameter {
  return { name, text: `${name}=${encodeURIComponent(value)}` }
}

function withoutRepeats(parameters: readonly Parameter[]): Parameter[] {
  const kept = new Map<string, Parameter>()
  for (const parameter of parameters) {
    if (!ONCE.has(parameter.name)) continue
    const before = kept.get(parameter.name)
    if (before === undefined || (isEmpty(before) && !isEmpty(parameter)))
      kept.set(parameter.name, parameter)
  }
  return parameters.filter((one) => !ONCE.has(one.name) || kept.get(one.name) === one)
}

function isEmpty({ text }: Parameter): boolean {
  const equalsAt = text.indexOf('=')
  return equalsAt < 0 || equalsAt === text.length - 1
}
