// `npm run verify`: runs all checks that need no servers, two at a time. Starts none after a failure. `--no-tests` skips
// the unit tests, which `npm test` also runs.
import { inRoot, root } from './lib/paths.mjs'
import { runQuietly } from './lib/run-child.mjs'
import { ensureSetup } from './setup.mjs'

const tool = (name, ...args) => [inRoot('node_modules', '.bin', name), ...args]
const jest = inRoot('node_modules', 'jest', 'bin', 'jest.js')

const UNIT_TESTS = 'unit tests'
const STEPS = [
  // In two parts, so that both cores work until the end.
  ['lint (apps)', tool('eslint', 'apps')],
  ['lint (rest)', tool('eslint', '.', '--ignore-pattern', 'apps/**')],
  ['format', tool('prettier', '--check', '--log-level', 'warn', '.')],
  ['words', [process.execPath, inRoot('scripts', 'retired-words.mjs')]],
  ['types', tool('tsc', '-p', '.', '--noEmit')],
  // Code for browsers has the types of the DOM, not of Node.
  ['page types', tool('tsc', '-p', inRoot('apps', 'example'))],
  ['panel types', tool('tsc', '-p', inRoot('apps', 'admin'))],
  ['import rules', tool('depcruise', 'apps', 'packages', '--config', '.dependency-cruiser.cjs')],
  ['dead code', tool('knip')],
  [
    'API types',
    [process.execPath, inRoot('scripts', 'run.mjs'), inRoot('scripts', 'api-types.mjs'), '--check'],
  ],
  [UNIT_TESTS, [process.execPath, jest, '--selectProjects', 'unit']],
]

/** Each check is a process with one busy thread and up to 2 GB. */
const AT_ONCE = 2

await ensureSetup({ quiet: true })
const isWithoutTests = process.argv.includes('--no-tests')
const waiting = STEPS.filter(([name]) => !(isWithoutTests && name === UNIT_TESTS))
const failures = []
await Promise.all(Array.from({ length: AT_ONCE }, runNext))
for (const output of failures) process.stdout.write(`\n${output}\n`)
process.exitCode = failures.length === 0 ? 0 : 1

async function runNext() {
  while (waiting.length > 0 && failures.length === 0) {
    const [name, [program, ...args]] = waiting.shift()
    const startedAt = performance.now()
    const { code, output } = await runQuietly(program, args, { cwd: root })
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    process.stdout.write(`${name.padEnd(14)}${code === 0 ? 'ok' : 'FAILED'}  ${seconds} s\n`)
    if (code !== 0) failures.push(output)
  }
}
