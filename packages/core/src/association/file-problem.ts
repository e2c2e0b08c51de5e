/** What is wrong with an association file, or worth a look. */
export interface FileProblem {
  /** An error makes phones ignore the file or the entry; a warning is most often a mistake. */
  severity: 'error' | 'warning'
  /** Stable name of the rule, such as `fingerprint_sha1`. */
  rule: string
  /** Where, such as `[0].target.package_name`; empty for the whole file. */
  path: string
  /** What to do about it, with the mistake that usually is behind it. */
  message: string
}

/** A spot in a file, and the list in which its problems are noted. */
export interface Place {
  readonly problems: FileProblem[]
  /** How many of each severity stand in the list. */
  readonly counts: Record<FileProblem['severity'], number>
  readonly path: string
}

/** The root of a file that is about to be checked. */
export function rootPlace(): Place {
  return { problems: [], counts: { error: 0, warning: 0 }, path: '' }
}

/** One step down: a key of an object, or an index of a list. */
export function at(place: Place, step: string | number): Place {
  return { ...place, path: place.path + toStep(step, place.path === '') }
}

/** Notes what phones will not accept. */
export function reject(place: Place, rule: string, message: string): void {
  note(place, 'error', { rule, message })
}

/** Notes what phones accept, and what is most often not meant. */
export function warn(place: Place, rule: string, message: string): void {
  note(place, 'warning', { rule, message })
}

/** More than any file that is meant has in one list; a check of all that fits in a megabyte would keep others waiting. */
const MOST_ENTRIES = 5_000

/** Checks the entries of a list, each at its own place; of a list that is too long not all of them. */
export function checkEntries(
  place: Place,
  list: readonly unknown[],
  check: (place: Place, entry: unknown) => void,
): void {
  if (list.length > MOST_ENTRIES) {
    const message = `This list has ${list.length} entries; more than ${MOST_ENTRIES} are not taken. Match with wildcards, or leave out what is there twice.`
    reject(place, 'too_many', message)
  }
  list.slice(0, MOST_ENTRIES).forEach((entry, index) => check(at(place, index), entry))
}

/** Notes the keys of an object that its platform does not read; what is meant as a comment is none. */
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

/** Whether a parsed value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether anything in the list is an error. */
export function hasErrors(problems: readonly FileProblem[]): boolean {
  return problems.some(({ severity }) => severity === 'error')
}

/** Of each severity; a large file that is wrong all over must not become a larger answer. */
const MOST = 100

function note(
  { problems, counts, path }: Place,
  severity: FileProblem['severity'],
  { rule, message }: { rule: string; message: string },
): void {
  if (counts[severity] >= MOST) return
  counts[severity] += 1
  problems.push({ severity, rule, path, message })
}

/** A key may be as long as the file, and stands in the path of each problem below it. */
const LONGEST_STEP = 100

function toStep(step: string | number, isFirst: boolean): string {
  if (typeof step === 'number') return `[${step}]`
  if (step.length > LONGEST_STEP) return `["${step.slice(0, LONGEST_STEP)}…"]`
  if (!/^[A-Za-z_]\w*$/.test(step)) return `["${step}"]`
  return isFirst ? step : `.${step}`
}
