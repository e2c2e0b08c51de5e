// `npm test`: runs the set-up, all tests on real servers, and prints one line of totals.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

import { ensureDart, findDart } from './lib/dart-vm.mjs'
import { installPackage, isOnPath } from './lib/install-package.mjs'
import { inRoot, root } from './lib/paths.mjs'
import { runChild } from './lib/run-child.mjs'
import { countOnQueue, countTests, listSkipped } from './lib/test-totals.mjs'
import { ensureSetup } from './setup.mjs'

const PROJECTS_WITHOUT_REDIS = ['unit', 'integration', 'postgresql-queue']
const PROJECTS_ON_REDIS = ['redis-queue']
/** Whole installations: they take minutes, most of which they wait for their own processes. */
const SYSTEM_PROJECT = 'system'
/** Long forms of tests, for `.ci/nightly`. */
const NIGHTLY_PROJECT = 'nightly'
/** Many files wait for clocks and for other processes, so that fewer workers leave two cores idle. */
const MIN_WORKERS = 3
const MEMORY = '/dev/shm'
/** Ample: in the middle of a run, the folder has 0.4 GB. */
const MIN_MEMORY_BYTES = 5 * 1024 ** 3
/** In CI Jest prints a line for each file. In a terminal it redraws its progress, which two runs cannot share. */
const TWO_RUNS = { ...process.env, CI: 'true' }
const PROGRAMS_OF_SOME_TESTS = [
  {
    name: 'promtool',
    debian: 'prometheus',
    homebrew: 'prometheus',
    tests: 'the tests of metrics and alert rules by promtool',
  },
  {
    name: 'nginx',
    debian: 'nginx-light',
    homebrew: 'nginx',
    tests: 'the tests of nginx in front of the API',
  },
  {
    name: 'haproxy',
    debian: 'haproxy',
    homebrew: 'haproxy',
    tests: 'the tests of HAProxy in front of the API',
  },
  {
    name: 'caddy',
    debian: 'caddy',
    homebrew: 'caddy',
    tests: 'the tests of Caddy in front of the API',
  },
  {
    name: 'redis-sentinel',
    debian: 'redis-sentinel',
    homebrew: 'redis',
    tests: 'the tests of Redis Cluster and Sentinel',
  },
  {
    name: 'pgbouncer',
    debian: 'pgbouncer',
    homebrew: 'pgbouncer',
    tests: 'the tests behind PgBouncer',
  },
  {
    name: 'chromium',
    others: ['/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
    debian: 'chromium',
    homebrew: 'chromium',
    tests: 'the tests of the panel and of the landing page in a browser',
  },
]

const args = process.argv.slice(2)
await ensureSetup({ quiet: true })
const isSelective = args.some((arg) => arg.startsWith('--selectProjects'))
const hasRedis =
  isSelective || (await ensureProgram({ name: 'redis-server', debian: 'redis-server' }))

const missing = []
for (const program of isSelective ? [] : PROGRAMS_OF_SOME_TESTS)
  if (!(await ensureProgram(program))) missing.push(program)
const dart = isSelective ? findDart() : await ensureDart()

const projects = [...PROJECTS_WITHOUT_REDIS, ...(hasRedis ? PROJECTS_ON_REDIS : [])]
const { code, files } = args.length > 0 ? await runSelected() : await runAll()
const totals = countTests(files)
// A failed set-up or tear-down has no file to count.
const failed = code === 0 ? totals.failed : Math.max(totals.failed, 1)
const onQueue = hasRedis ? 0 : countOnQueue(files)
if (!hasRedis) {
  process.stdout.write(
    `\nSkipped: the ${onQueue} tests on a Redis queue, because there is no redis-server here. ` +
      'Get it with "apt-get install redis-server" or "brew install redis".\n',
  )
}
for (const { name, debian, homebrew, tests } of missing) {
  process.stdout.write(
    `\nSkipped: ${tests}, because there is no ${name} here. ` +
      `Get it with "apt-get install ${debian}" or "brew install ${homebrew}".\n`,
  )
}
reportDart()
reportSkipped()
process.stdout.write(
  `${totals.passed} passed, ${failed} failed, ${totals.skipped + onQueue} skipped\n`,
)
process.exitCode = failed === 0 ? 0 : 1

/** Runs the files of light tests in parallel, and at the same time those of whole installations, one by one. */
async function runAll() {
  const workers = Math.max(MIN_WORKERS, availableParallelism() - 1)
  const temporary = makeTemporaryFolder()
  // Both use the same bundles, which the first test that asks builds.
  const builds = mkdtempSync(join(temporary, 'throughline-builds-'))
  const env = { ...TWO_RUNS, TMPDIR: temporary, THROUGHLINE_TEST_BUILDS: builds }
  const runs = await Promise.all([
    runJest(['--selectProjects', ...projects, `--maxWorkers=${workers}`], env),
    runJest(['--selectProjects', SYSTEM_PROJECT, '--maxWorkers=1'], env),
  ])
  rmSync(temporary, { recursive: true, force: true })
  const code = runs.find((run) => run.code !== 0)?.code ?? 0
  return { code, files: runs.flatMap(({ files }) => files) }
}

/**
 * In memory if there is room. Each database of a test is hundreds of files. On ext4 without a journal, creating a file
 * is slow if many files were deleted lately, because the kernel must not use their inodes.
 */
function makeTemporaryFolder() {
  const folder = mkdtempSync(join(hasRoomInMemory() ? MEMORY : tmpdir(), 'throughline-tests-'))
  // As /tmp: PostgreSQL, started by root, runs as another user.
  chmodSync(folder, 0o1777)
  return folder
}

function hasRoomInMemory() {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, freemem() / 2) >= MIN_MEMORY_BYTES
}

/** What Jest's arguments select. Paths first: an option that takes a list would swallow them. */
function runSelected() {
  const selection = isSelective
    ? []
    : ['--selectProjects', ...projects, SYSTEM_PROJECT, NIGHTLY_PROJECT]
  return runJest([...args, ...selection])
}

/** Jest's progress is on stderr; its stdout repeats the file's JSON. @returns its exit code and the files' results */
async function runJest(jestArgs, env = process.env) {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-results-'))
  const resultFile = join(folder, 'results.json')
  const jest = inRoot('node_modules', 'jest', 'bin', 'jest.js')
  const code = await runChild(
    process.execPath,
    // A suite whose set-up failed may leave connections open; that must not keep the run from ending.
    [jest, ...jestArgs, '--forceExit', '--json', `--outputFile=${resultFile}`],
    { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const files = existsSync(resultFile)
    ? JSON.parse(readFileSync(resultFile, 'utf8')).testResults
    : []
  rmSync(folder, { recursive: true, force: true })
  return { code, files }
}

/** Prints how many vectors of the client SDK the Dart core passed, or why none ran. */
function reportDart() {
  const testsIn = (pattern) => countTests(files.filter(({ name }) => pattern.test(name)))
  const { skipped } = testsIn(/[/\\]dart-[^/\\]*$/)
  if (dart.path === null && skipped > 0)
    process.stdout.write(`\nSkipped: the ${skipped} tests on Dart, because ${dart.reason}.\n`)
  if (dart.path === null) return
  const ratio = ({ passed, failed }) => `${passed} of ${passed + failed}`
  const scripted = testsIn(/dart-vectors\.test/)
  const real = testsIn(/dart-vectors-against-the-api\.test/)
  if (scripted.passed + scripted.failed + real.passed + real.failed > 0)
    process.stdout.write(
      `\nVectors on Dart: ${ratio(scripted)} passed scripted, ${ratio(real)} against the API.\n`,
    )
}

/** Prints each skipped test, except those that `-t` excluded. */
function reportSkipped() {
  if (args.some((arg) => /^(-t|--testNamePattern)/.test(arg))) return
  const lines = listSkipped(files, root)
  if (lines.length > 0) process.stdout.write(`\nSkipped, by file:\n  ${lines.join('\n  ')}\n`)
}

/** Whether a program for tests, or one of the `others` at these paths, is available. Installs it as root on Debian. */
async function ensureProgram({ name, others = [], debian }) {
  const isThere = () => isOnPath(name) || others.some((path) => existsSync(path))
  if (!isThere()) await installPackage(debian)
  return isThere()
}
