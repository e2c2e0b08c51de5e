/**
 * Adds up what jest wrote down of its files.
 * @param {{name: string, status: string, assertionResults: {status: string}[]}[]} files `testResults` of its JSON
 * @returns the numbers of tests
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
  }
}

/** The tests that would run once more, on Redis: those in `test/queue/`. */
export function countOnQueue(files) {
  const onQueue = files.filter(({ name }) => /[/\\]test[/\\]queue[/\\]/.test(name))
  return sum(onQueue, ({ assertionResults }) => assertionResults.length)
}

const hasFailed = ({ status }) => status === 'failed'
const isFailure = ({ status }) => status === 'failed'
const sum = (items, value) => items.reduce((total, item) => total + value(item), 0)
