import { at, checkEntries, isObject, reject, warn, type Place } from './file-problem.js'

const KEYS = new Set(['/', '?', '#', 'exclude', 'comment', 'caseSensitive', 'percentEncoded'])
const FLAGS = ['exclude', 'caseSensitive', 'percentEncoded']

/** Checks Apple's `components` or Android's `dynamic_app_link_components`; the first match decides. */
export function checkComponents(
  place: Place,
  value: unknown,
  isVariable: (name: string) => boolean,
): void {
  if (!Array.isArray(value)) {
    reject(place, 'components', 'components must be a list of objects such as {"/": "/buy/*"}.')
    return
  }
  if (value.length === 0) warn(place, 'matches_nothing', 'An empty list matches no URL.')
  checkEntries(place, value, (here, entry) => checkComponent(here, entry, isVariable))
  warnOfUnreachable(place, value, {
    isAll: matchesAll,
    words: 'entries with "exclude" belong before the one that matches everything',
  })
  warnOfNoShortLink(place, openPaths(value))
}

function checkComponent(place: Place, entry: unknown, isVariable: (name: string) => boolean): void {
  if (!isObject(entry)) {
    const isPath = typeof entry === 'string'
    const words = isPath ? ' Plain strings belong in "paths"; write {"/": "…"} here.' : ''
    reject(place, 'component', `A component must be an object such as {"/": "/buy/*"}.${words}`)
    return
  }
  for (const key of Object.keys(entry).filter((name) => !KEYS.has(name)))
    warn(
      at(place, key),
      'unknown_key',
      'Components have no such key, so this matches nothing. Use "/" for the path, "?" for the query and "#" for the fragment.',
    )
  checkFlags(place, entry)
  if (entry['comment'] !== undefined && typeof entry['comment'] !== 'string')
    reject(at(place, 'comment'), 'not_text', 'comment must be a string.')
  checkPath(at(place, '/'), entry['/'], isVariable)
  checkText(at(place, '#'), entry['#'], isVariable)
  checkQuery(at(place, '?'), entry['?'], isVariable)
}

/** Flags of a pattern, or of all patterns in a file's `defaults`. */
export function checkFlags(place: Place, entry: Record<string, unknown>): void {
  for (const flag of FLAGS) {
    if (entry[flag] !== undefined && typeof entry[flag] !== 'boolean')
      reject(at(place, flag), 'not_boolean', `${flag} must be true or false, without quotes.`)
  }
}

/** Warns about entries that never match because an earlier one matches everything. */
export function warnOfUnreachable<Entry>(
  place: Place,
  entries: readonly Entry[],
  { isAll, words }: { isAll: (entry: Entry) => boolean; words: string },
): void {
  const first = entries.findIndex(isAll)
  if (first < 0 || first === entries.length - 1) return
  warn(
    at(place, first + 1),
    'unreachable',
    `This entry and all after it never match: the first match decides, and entry ${first} matches everything; ${words}.`,
  )
}

/** Warns if no path that opens the app can be a short link's `/{code}`, as in the file of a website. */
export function warnOfNoShortLink(place: Place, open: readonly unknown[]): void {
  if (open.length > 0 && open.every(isDeeper))
    warn(
      place,
      'no_short_link',
      'No pattern matches this host’s links, which are /{code}. Is this the file of a website? Use "/*" for all links.',
    )
}

function isDeeper(path: unknown): boolean {
  if (typeof path !== 'string' || !/^[/*?$]/.test(path) || hasQuery(path)) return false
  return path.split('/').length > 2
}

function openPaths(components: readonly unknown[]): unknown[] {
  return components
    .filter(isObject)
    .filter(({ exclude }) => exclude !== true)
    .map((component) => component['/'] ?? '*')
}

function matchesAll(entry: unknown): boolean {
  if (!isObject(entry)) return false
  const isOpen = (key: string) => entry[key] === undefined || entry[key] === '*'
  return isOpen('?') && isOpen('#') && (isOpen('/') || entry['/'] === '/*')
}

/** Whether a path continues with a query or a fragment; a single `?` is a wildcard. */
export function hasQuery(path: string): boolean {
  const mark = path.search(/[?#]/)
  return path.includes('/#') || (mark >= 0 && path.includes('=', mark))
}

function checkPath(place: Place, value: unknown, isVariable: (name: string) => boolean): void {
  if (!checkText(place, value, isVariable)) return
  if (/^https?:/i.test(value))
    reject(
      place,
      'path_is_url',
      'Write only the path, such as /buy/*; the host is always the one that serves the file.',
    )
  else if (/^not /i.test(value))
    reject(place, 'not_in_component', '"NOT " belongs in "paths"; write "exclude": true here.')
  else if (!/^[/*?$]/.test(value))
    reject(
      place,
      'path_start',
      'A path must start with "/" or a wildcard; otherwise it never matches.',
    )
  else if (hasQuery(value))
    warn(
      place,
      'query_in_path',
      'Query and fragment are not part of the path; use the keys "?" and "#".',
    )
}

function checkQuery(place: Place, value: unknown, isVariable: (name: string) => boolean): void {
  if (!isObject(value)) {
    checkText(place, value, isVariable)
    return
  }
  for (const [name, pattern] of Object.entries(value))
    checkText(at(place, name), pattern, isVariable)
}

function checkText(
  place: Place,
  value: unknown,
  isVariable: (name: string) => boolean,
): value is string {
  if (value === undefined) return false
  if (typeof value !== 'string') {
    reject(place, 'not_text', 'A pattern must be a string, with * and ? as wildcards.')
    return false
  }
  for (const [, name = ''] of value.matchAll(/\$\(([^()]*)\)/g)) {
    if (!isVariable(name))
      warn(place, 'unknown_variable', 'The file does not define this variable $(…).')
  }
  return true
}
