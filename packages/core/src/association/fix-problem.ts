import { applyEdits, modify, parse, type ParseError } from 'jsonc-parser'
import { formatFingerprint, validateAppId, validatePackageName } from './app-ids.js'
import { isObject, type FileProblem } from './file-problem.js'

const BYTE_ORDER_MARK = '\uFEFF'
const TWO_SPACES = { insertSpaces: true, tabSize: 2, eol: '\n' }

/**
 * Returns the file without a problem, or null if more than one change could be meant. Everything else in the file stays
 * as it is written, unless it was not JSON.
 */
export function fixProblem(text: string, problem: FileProblem): string | null {
  try {
    return withoutProblem(text, problem)
  } catch (error) {
    // The file is nested too deeply for the parser.
    if (error instanceof RangeError) return null
    throw error
  }
}

function withoutProblem(text: string, { rule, steps }: FileProblem): string | null {
  if (rule === 'byte_order_mark') return text.slice(BYTE_ORDER_MARK.length)
  if (rule === 'not_json') return fixJson(text)
  const fix = FIXES[rule]
  const file = parseStrictly(text)
  if (fix === undefined || file === undefined) return null
  const change = fix({ file, steps, value: valueAt(file, steps) })
  if (change === null) return null
  const { at = steps, value } = change
  if (at.length === 0) return `${JSON.stringify(value, null, 2)}\n`
  const edits = modify(text, [...at], value, { formattingOptions: TWO_SPACES })
  return applyEdits(text, edits)
}

type Steps = readonly (string | number)[]

interface Wrong {
  file: unknown
  steps: Steps
  value: unknown
}

/** The new value, at the place of the problem unless `at` says where. */
interface Change {
  at?: Steps
  value: unknown
}

type Fix = (wrong: Wrong) => Change | null

/** Fixes that only look at the wrong value. */
const toText =
  (change: (text: string) => string | null): Fix =>
  ({ value }) => {
    const changed = typeof value === 'string' ? change(value) : null
    return changed === null ? null : { value: changed }
  }

const toList: Fix = ({ value }) => (typeof value === 'string' ? { value: [value] } : null)

const remove: Fix = ({ file, steps }) => {
  const [index, at] = [steps.at(-1), steps.slice(0, -1)]
  const list = listAt(file, at)
  return list === null ? null : { at, value: list.filter((_, each) => each !== index) }
}

const FIXES: Readonly<Record<string, Fix>> = {
  fingerprint_case: toText(formatFingerprint),
  fingerprint_colons: toText(formatFingerprint),
  fingerprint_twice: remove,
  fingerprints: toList,
  relation: toList,
  app_ids: toList,
  package_name: toText(packageOfUrl),
  team_id: toText(upperTeam),
  not_a_list: ({ value }) => (isObject(value) && 'target' in value ? { value: [value] } : null),
  apps_not_empty: () => ({ value: [] }),
  apps_missing: ({ steps }) => ({ at: [...steps, 'apps'], value: [] }),
  details: ({ value }) => (isObject(value) ? toDetails(value) : null),
  no_patterns: ({ steps }) => ({ at: [...steps, 'components'], value: [{ '/': '*' }] }),
  component: ({ value }) => (typeof value === 'string' ? { value: toComponent(value) } : null),
  not_in_component: excludeComponent,
  not_boolean: ({ value }) =>
    value === 'true' || value === 'false' ? { value: value === 'true' } : null,
  not_form: toText((path) => {
    const bare = path.replace(/^not\s*/i, '')
    return bare.startsWith('/') ? `NOT ${bare}` : null
  }),
  path_is_url: toText(pathOfUrl),
  path_start: toText((path) => `/${path}`),
  unreachable: moveToEnd,
}

function packageOfUrl(text: string): string | null {
  const id = /[?&]id=([^&#]+)/.exec(text)?.[1] ?? null
  return id !== null && validatePackageName(id) === null ? id : null
}

/** Of an app id, `{team id}.{bundle id}`. */
function upperTeam(appId: string): string | null {
  const [team = '', ...rest] = appId.split('.')
  const changed = [team.toUpperCase(), ...rest].join('.')
  return validateAppId(changed) === null ? changed : null
}

function pathOfUrl(text: string): string | null {
  return /^https?:\/\/[^/]+(\/[^?#]*)/i.exec(text)?.[1] ?? null
}

/** From the outdated form keyed by app id. */
function toDetails(byAppId: Record<string, unknown>): Change | null {
  const entries = Object.entries(byAppId)
  if (!entries.every(([id, detail]) => validateAppId(id) === null && isObject(detail))) return null
  return { value: entries.map(([appID, detail]) => ({ appID, ...(detail as object) })) }
}

function toComponent(path: string): object {
  const [, not, bare = path] = /^(not )?(.*)$/i.exec(path) ?? []
  return not === undefined ? { '/': bare } : { '/': bare, exclude: true }
}

/** `{"/": "NOT /help/*"}` */
function excludeComponent({ file, steps, value }: Wrong): Change | null {
  const at = steps.slice(0, -1)
  const component = valueAt(file, at)
  if (typeof value !== 'string' || !isObject(component)) return null
  return { at, value: { ...component, ...toComponent(value) } }
}

/** The entry before the unreachable one matches everything: it belongs at the end. */
function moveToEnd({ file, steps }: Wrong): Change | null {
  const [index, at] = [steps.at(-1), steps.slice(0, -1)]
  const list = listAt(file, at)
  if (typeof index !== 'number' || list === null) return null
  const all = index - 1
  return { at, value: [...list.slice(0, all), ...list.slice(index), list[all]] }
}

function listAt(file: unknown, steps: Steps): readonly unknown[] | null {
  const value = valueAt(file, steps)
  return Array.isArray(value) ? (value as readonly unknown[]) : null
}

function valueAt(file: unknown, steps: Steps): unknown {
  let value = file
  for (const step of steps) {
    if (Array.isArray(value) && typeof step === 'number') value = value[step]
    else if (isObject(value)) value = value[step]
    else return undefined
  }
  return value
}

function parseStrictly(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Removes comments and commas before closing brackets, and straightens quotes. */
function fixJson(text: string): string | null {
  const straight = text.replaceAll(/[\u201c\u201d\u201e]/g, '"')
  const errors: ParseError[] = []
  const value: unknown = parse(straight, errors, { allowTrailingComma: true })
  return errors.length > 0 || value === undefined ? null : `${JSON.stringify(value, null, 2)}\n`
}
