import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import type { Instruction, Stage } from './dockerfile.js'

export interface Place {
  /** The repository, which is the build context. */
  root: string
  /** The folder that is used as the stage's WORKDIR. */
  folder: string
}

const run = promisify(execFile)
const INSTALL = /^npm ci\b/

/**
 * Runs a build stage's COPY and RUN instructions in a folder of this machine. Uses the packages of this checkout
 * instead of `npm ci`, if they are those of the lock file.
 */
export async function runBuildStage(stage: Stage, place: Place): Promise<void> {
  const isIncluded = await readDockerignore(place.root)
  for (const { keyword, text } of stage.instructions) {
    if (keyword === 'COPY') await copyFromContext(text, place, isIncluded)
    if (keyword === 'RUN') await runStep(text, place)
  }
}

/** Runs a RUN instruction of a stage whose earlier steps have run. */
export async function runStep(text: string, { root, folder }: Place): Promise<void> {
  if (INSTALL.test(text) && (await isLockInstalled(root))) await linkPackages(root, folder)
  else await run('sh', ['-ec', text], { cwd: folder, env: stepEnv(folder) })
}

/** The final stage's folder: what it copies from the build stage. Its own RUN creates folders elsewhere. */
export async function copyFromBuild(
  stage: Stage,
  builtIn: string,
  { folder }: Pick<Place, 'folder'>,
): Promise<void> {
  for (const { keyword, flags, text } of stage.instructions) {
    if (keyword !== 'COPY' || flags['from'] !== 'build') continue
    const [source = '', target = ''] = text.split(' ')
    await cp(source.replace(/^\/src/, builtIn), join(folder, target), { recursive: true })
  }
}

/** Only Node is on the path, as in the image, and the shell's own tools. */
function stepEnv(folder: string): NodeJS.ProcessEnv {
  return { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: folder }
}

async function copyFromContext(
  text: Instruction['text'],
  { root, folder }: Place,
  isIncluded: (path: string) => boolean,
): Promise<void> {
  const words = text.split(/\s+/)
  const target = words.pop() ?? ''
  for (const source of words) {
    const isFolder = source.endsWith('/')
    await cp(join(root, source), join(folder, target, isFolder ? '' : basename(source)), {
      recursive: true,
      filter: (path) => isIncluded(relative(root, path)),
    })
  }
}

/** The rules of .dockerignore that ours uses: the last matching rule decides; a folder includes everything below it. */
async function readDockerignore(root: string): Promise<(path: string) => boolean> {
  const lines = (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n')
  const rules = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ isKept: line.startsWith('!'), fits: toPattern(line.replace(/^!/, '')) }))
  return (path) => rules.findLast(({ fits }) => fits.test(path))?.isKept ?? true
}

function toPattern(glob: string): RegExp {
  const text = glob
    .replace(/[.+]/g, '\\$&')
    .replaceAll('**/', '(.+/)?')
    .replace(/(?<![.+)])\*/g, '[^/]*')
  return new RegExp(`^${text}(/|$)`)
}

/** The set-up script records the lock file that the packages belong to. */
async function isLockInstalled(root: string): Promise<boolean> {
  const lock = createHash('sha256').update(await readFile(join(root, 'package-lock.json')))
  const mark = await readFile(join(root, 'node_modules', '.throughline-lock'), 'utf8').catch(
    () => '',
  )
  return mark === lock.digest('hex')
}

/** Links every package with a relative link, as npm does. Workspaces must be the copies. */
async function linkPackages(root: string, folder: string): Promise<void> {
  const modules = join(folder, 'node_modules')
  await mkdir(join(modules, '@throughline'), { recursive: true })
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name === '@throughline' || name === '.cache') continue
    await symlink(join(root, 'node_modules', name), join(modules, name))
  }
  for (const kind of ['apps', 'packages']) {
    for (const name of await readdir(join(folder, kind))) {
      await symlink(join('..', '..', kind, name), join(modules, '@throughline', name))
      const own = join(root, kind, name, 'node_modules')
      await symlink(own, join(folder, kind, name, 'node_modules'))
    }
  }
}
