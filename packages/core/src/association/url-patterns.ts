import { at, checkEntries, isObject, reject, warn, type Place } from './file-problem.js'

const KEYS = new Set(['/', '?', '#', 'exclude', 'comment', 'caseSensitive', 'percentEncoded'])
const FLAGS = ['exclude', 'caseSensitive', 'percentEncoded']

/**
 * Checks a list of URL patterns, as Apple's `components` and Android's `dynamic_app_link_components` are: the first
 * that matches decides.
 *
 * @param isVariable whether `$(name)` stands for something
 */
export function checkComponents(
  place: Place,
  value: unknown,
  isVariable: (name: string) => boolean,
): void {
  if (!Array.isArray(value)) {
    reject(place, 'components', 'components is a list of objects such as {"/": "/buy/*"}.')
    return
  }
  if (value.length === 0) warn(place, 'matches_nothing', 'An empty list matches no URL at all.')
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
    const words = isPath ? ' Plain texts belong in "paths"; here write {"/": "…"}.' : ''
    reject(place, 'component', `A component is an object such as {"/": "/buy/*"}.${words}`)
    return
  }
  for (const key of Object.keys(entry).filter((name) => !KEYS.has(name)))
    warn(
      at(place, key),
      'unknown_key',
      'No component has this key, so that it matches nothing; the path’s key is "/", the query’s "?", the fragment’s "#".',
    )
  checkFlags(place, entry)
  if (entry['comment'] !== undefined && typeof entry['comment'] !== 'string')
    reject(at(place, 'comment'), 'not_text', 'comment is text.')
  checkPath(at(place, '/'), entry['/'], isVariable)
  checkText(at(place, '#'), entry['#'], isVariable)
  checkQuery(at(place, '?'), entry['?'], isVariable)
}

/** What is true or false of a pattern, or of all by a file's `defaults`. */
export function checkFlags(place: Place, entry: Record<string, unknown>): void {
  for (const flag of FLAGS) {
    if (entry[flag] !== undefined && typeof entry[flag] !== 'boolean')
      reject(at(place, flag), 'not_boolean', `${flag} is true or false, without quotes.`)
  }
}

/** Notes what can never match, since an entry before it takes everything. */
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
    `This and what follows is never looked at: the first match decides, and entry ${first} matches everything; ${words}.`,
  )
}

/**
 * Notes where none of the paths that open the app can be a short link's: `/{code}` has one slash. That is what is left
 * of a website's own file.
 *
 * @param open what is not excluded; a pattern that says nothing of the path is "*"
 */
export function warnOfNoShortLink(place: Place, open: readonly unknown[]): void {
  if (open.length > 0 && open.every(isDeeper))
    warn(
      place,
      'no_short_link',
      'The links of this host are /{code}, and no pattern here matches one: is this the file of a website? Write "/*" for all links.',
    )
}

/** Of what is no path at all enough is said. */
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

/** Whether a path goes on with a query or a fragment; `?` alone is a wildcard. */
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
      'Write the path alone, such as /buy/*; the host is the file’s own.',
    )
  else if (/^not /i.test(value))
    reject(place, 'not_in_component', '"NOT " belongs to "paths"; here write "exclude": true.')
  else if (!/^[/*?$]/.test(value))
    reject(
      place,
      'path_start',
      'A path begins with "/" or is a wildcard; otherwise it never matches.',
    )
  else if (hasQuery(value))
    warn(
      place,
      'query_in_path',
      'Query and fragment are no part of the path: they have the keys "?" and "#" of their own.',
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

/** Whether there is a pattern to look at further. */
function checkText(
  place: Place,
  value: unknown,
  isVariable: (name: string) => boolean,
): value is string {
  if (value === undefined) return false
  if (typeof value !== 'string') {
    reject(place, 'not_text', 'A pattern is text, with * and ? as wildcards.')
    return false
  }
  for (const [, name = ''] of value.matchAll(/\$\(([^()]*)\)/g)) {
    if (!isVariable(name))
      warn(place, 'unknown_variable', 'A variable $(…) stands here that the file does not define.')
  }
  return true
}
