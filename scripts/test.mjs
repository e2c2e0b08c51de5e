// `npm test`: set-up, all tests on real servers, and one line of numbers at the end.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { inRoot, root } from './lib/paths.mjs'
import { runChild, runQuietly } from './lib/run-child.mjs'
import { ensureSetup } from './setup.mjs'

const PROJECTS_WITHOUT_REDIS = ['unit', 'postgresql-queue']

const args = process.argv.slice(2)
await ensureSetup({ quiet: true })
const isSelective = args.some((arg) => arg.startsWith('--selectProjects'))
const hasRedis = isSelective || (await ensureRedis())

const folder = mkdtempSync(join(tmpdir(), 'throughline-results-'))
const resultFile = join(folder, 'results.json')
const selection = hasRedis ? [] : ['--selectProjects', ...PROJECTS_WITHOUT_REDIS]
// Paths first: an option that takes a list would swallow them.
// A suite whose set-up failed may leave connections open; that must not keep the run from ending.
const jestArgs = [...args, ...selection, '--forceExit', '--json', `--outputFile=${resultFile}`]
const code = await runJest(jestArgs)
const totals = readTotals(code)
rmSync(folder, { recursive: true, force: true })
if (!hasRedis) {
  process.stdout.write(
    `\nSkipped: the ${totals.onQueue} tests on a Redis queue, because there is no redis-server here. ` +
      'Get it with "apt-get install redis-server" or "brew install redis".\n',
  )
}
const skipped = totals.skipped + (hasRedis ? 0 : totals.onQueue)
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed, ${skipped} skipped\n`)
process.exitCode = code

/** Jest shows its progress on stderr; its stdout repeats the JSON that is in the file. */
async function runJest(jestArgs) {
  const jest = inRoot('node_modules', 'jest', 'bin', 'jest.js')
  return runChild(
    process.execPath,
    ['--experimental-vm-modules', '--no-warnings', jest, ...jestArgs],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
}

function readTotals(exitCode) {
  if (!existsSync(resultFile)) return { passed: 0, failed: 1, skipped: 0, onQueue: 0 }
  const results = JSON.parse(readFileSync(resultFile, 'utf8'))
  // A file that could not run has no tests to count, and a failed set-up or tear-down not even a file.
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites
  return {
    passed: results.numPassedTests,
    failed: exitCode !== 0 && failed === 0 ? 1 : failed,
    skipped: results.numPendingTests + results.numTodoTests,
    onQueue: countIntegrationTests(results.testResults),
  }
}

/** The tests that would run once more, on Redis: those in `test/` folders. */
function countIntegrationTests(files) {
  const integration = files.filter(({ name }) =>
    /[/\\]test[/\\][^/\\]+(?<!\.once)\.test\.ts$/.test(name),
  )
  return integration.reduce((sum, { assertionResults }) => sum + assertionResults.length, 0)
}

async function ensureRedis() {
  if (isOnPath('redis-server')) return true
  if (process.getuid?.() !== 0 || !isOnPath('apt-get')) return false
  process.stdout.write('Installing redis-server (apt-get) …\n')
  // The package starts a server of its own where it can; the tests start theirs on another port.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const command of [
    ['update'],
    ['install', '-y', '--no-install-recommends', 'redis-server'],
  ]) {
    const { code, output } = await runQuietly('apt-get', command, { env })
    if (code !== 0) process.stdout.write(`apt-get ${command[0]} failed:\n${output}\n`)
  }
  return isOnPath('redis-server')
}

function isOnPath(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined
}
