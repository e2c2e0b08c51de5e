// Prepares a fresh checkout to run TypeScript files: installs packages and generates the database client.
// Only Node's own modules here: nothing is installed yet.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { npmCommand } from './lib/npm-command.mjs'
import { inRoot, root } from './lib/paths.mjs'
import { runChild, runQuietly } from './lib/run-child.mjs'

const NEEDED_NODE = [20, 19]
const LOCK_MARK = inRoot('node_modules', '.throughline-lock')
const SCHEMA_MARK = inRoot('node_modules', '.throughline-schema')

/** Runs the missing steps and prints a line for each. Ends the process on failure. */
export async function ensureSetup({ quiet = false } = {}) {
  checkNode()
  await ensurePackages()
  await ensureClient()
  if (!quiet) process.stdout.write('Set-up is complete.\n')
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [neededMajor, neededMinor] = NEEDED_NODE
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return
  fail(
    `Throughline needs Node ${NEEDED_NODE.join('.')} or newer; this is ${process.versions.node}. ` +
      'Get a newer one from https://nodejs.org or with your version manager.',
  )
}

async function ensurePackages() {
  const lock = readFileSync(inRoot('package-lock.json'))
  const hash = hashOf(lock)
  if (readMark(LOCK_MARK) === hash) return
  if (!isInstalled(JSON.parse(lock.toString('utf8')))) {
    process.stderr.write('Installing packages (npm ci), about a minute the first time …\n')
    // The tools that run TypeScript are development packages, which NODE_ENV=production would omit.
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
    const [program, ...before] = npmCommand()
    const code = await runChild(program, [...before, ...args], { cwd: root })
    if (code !== 0) fail('Packages could not be installed: npm ci failed, see above.')
  }
  writeFileSync(LOCK_MARK, hash)
}

/** Whether someone ran `npm ci` by hand: npm notes what it installed in its own lock file. */
function isInstalled(lock) {
  const path = inRoot('node_modules', '.package-lock.json')
  if (!existsSync(path)) return false
  const installed = JSON.parse(readFileSync(path, 'utf8')).packages
  return Object.entries(lock.packages).every(([name, wanted]) => {
    const isElsewhere = name === '' || !name.includes('node_modules/')
    const maySkip = wanted.optional === true || wanted.devOptional === true
    if (isElsewhere || (maySkip && installed[name] === undefined)) return true
    return installed[name]?.version === wanted.version
  })
}

async function ensureClient() {
  const hash = hashOf(readFileSync(inRoot('prisma', 'schema.prisma')))
  const isThere = existsSync(inRoot('packages', 'db', 'src', 'generated', 'prisma', 'client.ts'))
  if (isThere && readMark(SCHEMA_MARK) === hash) return
  process.stderr.write('Generating the database client …\n')
  const { code, output } = await runQuietly(
    inRoot('node_modules', '.bin', 'prisma'),
    ['generate'],
    {
      cwd: root,
    },
  )
  if (code !== 0) fail(`The database client could not be generated:\n${output}`)
  writeFileSync(SCHEMA_MARK, hash)
}

function hashOf(content) {
  return createHash('sha256').update(content).digest('hex')
}

function readMark(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

function fail(message) {
  process.stderr.write(`\n${message}\n`)
  process.exit(1)
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await ensureSetup()
}
