import { CLICK_ID_NAMES } from './click-ids.js'
import { decodeComponent, type RawPair } from './raw-query.js'
import { isUtmName, UTM_NAMES, type UtmFields } from './utm.js'

/** Parameters of which a second one would be misread or counted twice. */
const ONCE: ReadonlySet<string> = new Set([...UTM_NAMES, ...CLICK_ID_NAMES])

/** A parameter as it will stand in the query, and its decoded name. */
type Parameter = { name: string; text: string }

/** A destination with the UTM of its link merged in, ready for the query of any visitor. */
export interface MergeTarget {
  /** All before the query, and the fragment behind it. */
  base: string
  fragment: string
  /** The destination's own parameters, and the UTM. */
  ofLink: readonly Parameter[]
  /** The names that no visitor's parameter may add. */
  known: ReadonlySet<string>
  /** As it is for who brings no query. */
  bare: string
}

/**
 * @param destination an absolute URL that has passed the destination rules
 * @param utm what `resolveUtm` made of campaign and link alone, decoded
 */
export function mergeTarget(destination: string, utm: UtmFields): MergeTarget {
  const { base, query, fragment } = splitUrl(toAsciiUrl(destination))
  const own = readParameters(query).map((parameter) => withUtm(parameter, utm))
  const ofLink = [...own, ...utmParameters(utm)]
  // An empty UTM or click id is not known yet: whoever has a value for it may still give it.
  const known = new Set(
    ofLink.filter((one) => !(ONCE.has(one.name) && isEmpty(one))).map(({ name }) => name),
  )
  return { base, fragment, ofLink, known, bare: join({ base, fragment }, ofLink) }
}

/**
 * The destination with the incoming query and the UTM fields merged in (docs/api-contract.md, "UTM"). Its own
 * query stays; incoming parameters that it lacks are added byte for byte, escapes untouched. A UTM
 * field is the campaign's or the link's, else the destination's own, else the incoming one; each
 * UTM and click-id key comes once, empty only where nobody gives it a value.
 *
 * @param incoming the visitor's query as `splitRawQuery` gives it
 * @returns ASCII, fit for a Location header
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

/** Leaves ASCII as it was written; all else takes the form that browsers send. */
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

/** Of each that may come once the first with a value, as `pickParameters` reads it; else the first. */
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
