import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'

import { errorCode, StackError } from './errors.js'

export interface PageSources {
  app: string
  sources: string[]
  /** Whether tabs that are open during an upgrade may load files of the previous build. */
  isKeptOpen?: boolean
}

export interface BuildOptions {
  root: string
  page: PageSources
  signal: AbortSignal
}

/** The output folder of `buildPage`: one for each state of the sources, so that concurrent starts agree. */
export async function pageFolder({ root, page }: Omit<BuildOptions, 'signal'>): Promise<string> {
  return join(root, CACHE, page.app, await hashOfSources(root, page))
}

/** Builds a page, unless a build of the same sources exists; returns its folder. @throws StackError with the output */
export async function buildPage(options: BuildOptions): Promise<string> {
  const folder = await pageFolder(options)
  if (await hasPage(folder)) return folder
  await mkdir(dirname(folder), { recursive: true })
  const draft = await mkdtemp(`${folder}.`)
  try {
    await runVite(options, draft)
    if (options.page.isKeptOpen) await keepFormerAssets(draft, dirname(folder))
    await rename(draft, folder).catch(acceptOther)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return folder
}

async function hashOfSources(root: string, { sources }: PageSources): Promise<string> {
  const hash = createHash('sha256')
  for (const place of sources) {
    for (const file of await filesIn(join(root, place)))
      hash.update(`${file}\0`).update(await readFile(join(root, place, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

/** Returns the paths beneath a folder in the same order on every machine; for a file, the empty path. */
async function filesIn(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    return files.map((file) => join(file.parentPath, file.name).slice(path.length + 1)).sort()
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return ['']
    throw error
  }
}

async function keepFormerAssets(draft: string, builds: string): Promise<void> {
  const names = await readdir(builds)
  const finished = names.filter((name) => /^[0-9a-f]{16}$/.test(name))
  const dated = await Promise.all(
    finished.map(async (name) => ({ name, at: (await stat(join(builds, name))).mtimeMs })),
  )
  const [newest] = dated.sort((a, b) => b.at - a.at)
  if (newest === undefined) return
  await cp(join(builds, newest.name, 'assets'), join(draft, 'assets-before'), { recursive: true })
}

async function hasPage(folder: string): Promise<boolean> {
  return readFile(join(folder, 'index.html')).then(
    () => true,
    () => false,
  )
}

async function runVite({ root, page, signal }: BuildOptions, outDir: string): Promise<void> {
  const app = join(root, 'apps', page.app)
  const manifest = createRequire(join(app, 'package.json')).resolve('vite/package.json')
  const vite = join(dirname(manifest), 'bin', 'vite.js')
  const args = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error']
  // The caller's environment is not passed on: variables such as NODE_ENV would change the page.
  const child = spawn(process.execPath, args, {
    cwd: app,
    env: {},
    signal: AbortSignal.any([signal, AbortSignal.timeout(BUILD_TIMEOUT_MS)]),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, by) => resolve(by ?? `exit code ${code ?? 0}`))
  })
  const [output, errors, how] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (how !== 'exit code 0') throw new StackError(errors.trim() || output.trim() || how)
}

/** A concurrent start was faster. Its page was built from the same sources. */
function acceptOther(error: unknown): void {
  if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error
}

export const EXAMPLE_PAGE: PageSources = {
  app: 'example',
  sources: [
    'apps/example/index.html',
    'apps/example/vite.config.ts',
    'apps/example/src',
    'packages/sdk/src',
    'tsconfig.base.json',
    'package-lock.json',
  ],
}

export const PANEL_PAGE: PageSources = {
  app: 'admin',
  isKeptOpen: true,
  sources: [
    'apps/admin/index.html',
    'apps/admin/vite.config.ts',
    'apps/admin/build',
    'apps/admin/src',
    'packages/contracts/src/abilities.ts',
    'packages/core/src',
    'tsconfig.base.json',
    'package-lock.json',
  ],
}

/** No tool reads this folder, and reinstalling the packages empties it. */
const CACHE = join('node_modules', '.cache', 'throughline-pages')
const BUILD_TIMEOUT_MS = 120_000
