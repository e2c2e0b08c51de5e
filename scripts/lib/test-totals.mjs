import { relative } from 'node:path'

/** Adds up `testResults` of Jest's JSON. @param {{name: string, status: string, assertionResults: object[]}[]} files */
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
    skipped: of(...SKIPPED),
  }
}

/** The tests that would run once more, on Redis: those in `test/queue/`. */
export function countOnQueue(files) {
  const onQueue = files.filter(({ name }) => /[/\\]test[/\\]queue[/\\]/.test(name))
  return sum(onQueue, ({ assertionResults }) => assertionResults.length)
}

/** One line for each file with skipped tests: how many, why, and whether they passed on the other queue backend. */
export function listSkipped(files, folder) {
  const passed = new Set()
  const skipped = new Map()
  for (const { name, assertionResults } of files)
    for (const { status, fullName } of assertionResults) {
      if (status === 'passed') passed.add(`${name}\n${fullName}`)
      if (SKIPPED.includes(status))
        skipped.set(name, (skipped.get(name) ?? new Set()).add(fullName))
    }
  return [...skipped].map(([name, tests]) => {
    const names = [...tests]
    const isElsewhere = names.every((test) => passed.has(`${name}\n${test}`))
    const where = isElsewhere ? ' on one queue backend (passed on the other)' : ''
    return `${relative(folder, name)}: ${names.length}${where}: ${names.join('; ')}`
  })
}

const SKIPPED = ['pending', 'todo', 'skipped', 'disabled']
const hasFailed = ({ status }) => status === 'failed'
const isFailure = ({ status }) => status === 'failed'
const sum = (items, value) => items.reduce((total, item) => total + value(item), 0)
