export interface FileProblem {
  /** `error`: phones ignore the file or the entry. `warning`: phones accept it, but it is probably a mistake. */
  severity: 'error' | 'warning'
  /** Stable name of the rule, such as `fingerprint_sha1`. */
  rule: string
  /** Location, such as `[0].target.package_name`; empty for the whole file. */
  path: string
  /** The keys and indices of the location. */
  steps: readonly (string | number)[]
  message: string
}

export interface Place {
  readonly problems: FileProblem[]
  readonly counts: Record<FileProblem['severity'], number>
  readonly path: string
  readonly steps: readonly (string | number)[]
}

export function rootPlace(): Place {
  return { problems: [], counts: { error: 0, warning: 0 }, path: '', steps: [] }
}

/** A child: a key of an object or an index of a list. */
export function at(place: Place, step: string | number): Place {
  return {
    ...place,
    path: place.path + toStep(step, place.path === ''),
    steps: [...place.steps, step],
  }
}

export function reject(place: Place, rule: string, message: string): void {
  note(place, 'error', { rule, message })
}

export function warn(place: Place, rule: string, message: string): void {
  note(place, 'warning', { rule, message })
}

/** Real files have fewer entries in one list. Checking all entries of a megabyte would block other requests. */
const MAX_ENTRIES = 5_000

/** Checks the entries of a list; stops at the limit. */
export function checkEntries(
  place: Place,
  list: readonly unknown[],
  check: (place: Place, entry: unknown) => void,
): void {
  if (list.length > MAX_ENTRIES) {
    const message = `This list has ${list.length} entries; the limit is ${MAX_ENTRIES}. Use wildcards, or remove duplicates.`
    reject(place, 'too_many', message)
  }
  list.slice(0, MAX_ENTRIES).forEach((entry, index) => check(at(place, index), entry))
}

/** Warns about keys that the platform ignores, except comments. */
export function warnOfUnknownKeys(
  place: Place,
  value: Record<string, unknown>,
  { known, words }: { known: readonly string[]; words: string },
): void {
  for (const key of Object.keys(value)) {
    if (!known.includes(key) && !COMMENT.test(key)) warn(at(place, key), 'unknown_key', words)
  }
}

const COMMENT = /^_|^\$schema$|^comments?$/

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function hasErrors(problems: readonly FileProblem[]): boolean {
  return problems.some(({ severity }) => severity === 'error')
}

/** Limit per severity. Without it, a large broken file would produce an even larger response. */
const MAX_PROBLEMS = 100

function note(
  { problems, counts, path, steps }: Place,
  severity: FileProblem['severity'],
  { rule, message }: { rule: string; message: string },
): void {
  if (counts[severity] >= MAX_PROBLEMS) return
  counts[severity] += 1
  problems.push({ severity, rule, path, steps, message })
}

/** A key may be as long as the file, and the path of every problem below it contains the key. */
const LONGEST_STEP = 100

function toStep(step: string | number, isFirst: boolean): string {
  if (typeof step === 'number') return `[${step}]`
  if (step.length > LONGEST_STEP) return `["${step.slice(0, LONGEST_STEP)}…"]`
  if (!/^[A-Za-z_]\w*$/.test(step)) return `["${step}"]`
  return isFirst ? step : `.${step}`
}
