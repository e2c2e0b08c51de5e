import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'

import { errorCode, StackError } from './errors.js'

/** What a build is made from. */
export interface BuildSources {
  /** The folder of its builds in the cache. */
  name: string
  /** Files and folders in the repository. */
  sources: readonly string[]
}

/** The output folder of `buildOnce`: one for each state of the sources, so that concurrent starts agree. */
export async function buildFolder(root: string, { name, sources }: BuildSources): Promise<string> {
  return join(root, CACHE, name, await hashOfSources(root, sources))
}

/**
 * Returns the folder of a build of the current sources.
 *
 * @param build Writes into an empty folder. It is called unless such a build exists.
 */
export async function buildOnce(
  root: string,
  of: BuildSources,
  build: (draft: string) => Promise<void>,
): Promise<string> {
  const folder = await buildFolder(root, of)
  if (await isFolder(folder)) return folder
  await mkdir(dirname(folder), { recursive: true })
  const draft = await mkdtemp(`${folder}.`)
  try {
    await build(draft)
    await rename(draft, folder).catch(acceptOther)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return folder
}

/** Returns the finished builds in a folder with their times (Unix ms), newest first. */
export async function formerBuilds(folder: string): Promise<{ path: string; at: number }[]> {
  const names = (await readdir(folder)).filter((name) => /^[0-9a-f]{16}$/.test(name))
  const dated = await Promise.all(
    names.map(async (name) => ({
      path: join(folder, name),
      at: (await stat(join(folder, name))).mtimeMs,
    })),
  )
  return dated.sort((a, b) => b.at - a.at)
}

/** Runs a build tool. @throws StackError with its output */
export async function runTool(
  args: readonly string[],
  { cwd, signal }: { cwd: string; signal: AbortSignal },
): Promise<void> {
  // The caller's environment is not passed on: variables such as NODE_ENV would change the result.
  const child = spawn(process.execPath, args, {
    cwd,
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

async function hashOfSources(root: string, sources: readonly string[]): Promise<string> {
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

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** A concurrent start was faster. Its build was made from the same sources. */
function acceptOther(error: unknown): void {
  if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error
}

/** No tool reads this folder, and reinstalling the packages empties it. */
const CACHE = join('node_modules', '.cache', 'throughline-builds')
const BUILD_TIMEOUT_MS = 120_000
