// `npm run verify`: runs all checks that need no servers, cheapest first. Stops at the first failure. `--no-tests`
// skips the unit tests, which `npm test` also runs.
import { inRoot, root } from './lib/paths.mjs'
import { runQuietly } from './lib/run-child.mjs'
import { ensureSetup } from './setup.mjs'

const tool = (name, ...args) => [inRoot('node_modules', '.bin', name), ...args]
const jest = inRoot('node_modules', 'jest', 'bin', 'jest.js')

const UNIT_TESTS = 'unit tests'
const STEPS = [
  ['format', tool('prettier', '--check', '--log-level', 'warn', '.')],
  ['lint', tool('eslint', '.')],
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

await ensureSetup({ quiet: true })
const isWithoutTests = process.argv.includes('--no-tests')
for (const [name, [program, ...args]] of STEPS) {
  if (isWithoutTests && name === UNIT_TESTS) continue
  process.stdout.write(`${name.padEnd(14)}`)
  const startedAt = performance.now()
  const { code, output } = await runQuietly(program, args, { cwd: root })
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  process.stdout.write(`${code === 0 ? 'ok' : 'FAILED'}  ${seconds} s\n`)
  if (code !== 0) {
    process.stdout.write(`\n${output}\n`)
    process.exit(1)
  }
}
