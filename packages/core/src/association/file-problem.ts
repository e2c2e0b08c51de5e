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
  readonly path: string
}

/** The root of a file that is about to be checked. */
export function rootPlace(): Place {
  return { problems: [], path: '' }
}

/** One step down: a key of an object, or an index of a list. */
export function at(place: Place, step: string | number): Place {
  return { problems: place.problems, path: place.path + toStep(step, place.path === '') }
}

/** Notes what phones will not accept. */
export function refuse(place: Place, rule: string, message: string): void {
  note(place.problems, { severity: 'error', rule, path: place.path, message })
}

/** Notes what phones accept, and what is most often not meant. */
export function warn(place: Place, rule: string, message: string): void {
  note(place.problems, { severity: 'warning', rule, path: place.path, message })
}

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

function note(problems: FileProblem[], problem: FileProblem): void {
  const alike = problems.filter(({ severity }) => severity === problem.severity)
  if (alike.length < MOST) problems.push(problem)
}

function toStep(step: string | number, isFirst: boolean): string {
  if (typeof step === 'number') return `[${step}]`
  if (!/^[A-Za-z_]\w*$/.test(step)) return `["${step}"]`
  return isFirst ? step : `.${step}`
}
