import { relative } from 'node:path'

/**
 * Adds up what jest wrote down of its files.
 * @param {{name: string, status: string, assertionResults: {status: string}[]}[]} files `testResults` of its JSON
 * @returns the numbers of tests, and the files in which something failed
 */
export function countTests(files) {
  const of = (...states) =>
    sum(
      files,
      (file) => file.assertionResults.filter(({ status }) => states.includes(status)).length,
    )
  // A file that could not run has no tests to count.
  const broken = files.filter((file) => hasFailed(file) && !file.assertionResults.some(isFailure))
  return {
    passed: of('passed'),
    failed: of('failed') + broken.length,
    skipped: of('pending', 'todo', 'skipped', 'disabled'),
    failedFiles: [...new Set(files.filter(hasFailed).map(({ name }) => name))],
  }
}

/**
 * The results with some files' replaced by those of a second try.
 * @param first `testResults` of the first run
 * @param second those of the second, of whole files
 */
export function replaceFiles(first, second) {
  const again = new Set(second.map(({ name }) => name))
  return [...first.filter(({ name }) => !again.has(name)), ...second]
}

/** The tests that failed at first, as "path › name". */
export function namesOfFailures(files, root) {
  return files.filter(hasFailed).flatMap((file) => {
    const path = relative(root, file.name)
    const names = file.assertionResults.filter(isFailure).map(({ fullName }) => fullName)
    return names.length === 0 ? [path] : names.map((name) => `${path} › ${name}`)
  })
}

/** The tests that would run once more, on Redis: those in `test/queue/`. */
export function countOnQueue(files) {
  const onQueue = files.filter(({ name }) => /[/\\]test[/\\]queue[/\\]/.test(name))
  return sum(onQueue, ({ assertionResults }) => assertionResults.length)
}

const hasFailed = ({ status }) => status === 'failed'
const isFailure = ({ status }) => status === 'failed'
const sum = (items, value) => items.reduce((total, item) => total + value(item), 0)
