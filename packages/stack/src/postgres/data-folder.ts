import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { StackError } from '../errors.js'
import { readTextIfPresent, writePrivateFile } from '../private-file.js'
import type { PostgresBinaries } from './binaries.js'
import { SUPERUSER } from './connect.js'
import type { ServerUser } from './server-user.js'

export interface DataFolderOptions {
  dataDir: string
  home: string
  user: ServerUser | null
  binaries: PostgresBinaries
}

/** Creates or checks the data folder. @returns the superuser's password, stored in `{home}/postgres-password` */
export async function initDataFolder(options: DataFolderOptions): Promise<string> {
  const { dataDir, home } = options
  const passwordFile = join(home, 'postgres-password')
  const kept = (await readTextIfPresent(passwordFile))?.trim()
  const version = (await readTextIfPresent(join(dataDir, 'PG_VERSION')))?.trim()
  if (version === undefined && (await readdir(dataDir)).length === 0) {
    const password = randomBytes(24).toString('base64url')
    // Written before the folder is created, so that a killed start never leaves a folder without its password.
    await writePrivateFile(passwordFile, `${password}\n`)
    await runInitdb(options, password)
    return password
  }
  await assertUsable(dataDir, version, options.binaries)
  if (kept) return kept
  throw new StackError(
    `The password of the database in ${dataDir} is missing. Restore ${passwordFile} from a backup, or move ${dataDir} away to start with an empty database.`,
  )
}

/** Creates a temporary folder and renames it when complete, so that an incomplete folder is never used. */
async function runInitdb(options: DataFolderOptions, password: string): Promise<void> {
  const { dataDir, home, user, binaries } = options
  const draft = `${dataDir}.draft`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  const passwordFile = join(home, `initdb-${randomBytes(4).toString('hex')}`)
  try {
    await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' })
    for (const path of user === null ? [] : [draft, passwordFile]) {
      await chown(path, user?.uid ?? -1, user?.gid ?? -1)
    }
    const hasBuiltinLocale = Number(await serverMajorVersion(binaries)) >= 17
    const locale = hasBuiltinLocale ? BUILTIN_LOCALE : []
    const flags = [...INITDB_FLAGS, ...locale, `--pwfile=${passwordFile}`, '-D', draft]
    await runAs(user, { program: binaries.initdb, args: flags, cwd: home })
    await rm(dataDir, { recursive: true, force: true })
    await rename(draft, dataDir)
  } finally {
    await rm(passwordFile, { force: true })
    await rm(draft, { recursive: true, force: true })
  }
}

async function runAs(
  user: ServerUser | null,
  command: { program: string; args: string[]; cwd: string },
): Promise<void> {
  const child = spawn(command.program, command.args, {
    cwd: command.cwd,
    env: SERVER_ENV,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
  })
  const ended = new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'ended'))
  })
  const output = text(child.stderr)
  const result = await ended
  if (result === 0) return
  const reason = (await output).trim() || String(result)
  throw new StackError(`Could not create the PostgreSQL data folder: ${reason}`)
}

async function assertUsable(
  dataDir: string,
  version: string | undefined,
  binaries: PostgresBinaries,
): Promise<void> {
  const advice = `Move ${dataDir} away to start with an empty database, or set DATABASE_URL.`
  if (version === undefined) {
    throw new StackError(`${dataDir} is not empty and is not a PostgreSQL data folder. ${advice}`)
  }
  const wanted = await serverMajorVersion(binaries)
  if (version !== wanted) {
    throw new StackError(
      `${dataDir} was created by PostgreSQL ${version}, but this release contains PostgreSQL ${wanted}. Dump it with PostgreSQL ${version} and load the dump. ${advice}`,
    )
  }
}

async function serverMajorVersion(binaries: PostgresBinaries): Promise<string> {
  const child = spawn(binaries.postgres, ['--version'], { env: SERVER_ENV })
  child.once('error', () => undefined)
  const match = /\s(\d+)[.\s]/.exec(await text(child.stdout))
  if (match?.[1] === undefined) {
    throw new StackError(
      `${binaries.postgres} does not run. Run npm ci again, or set DATABASE_URL.`,
    )
  }
  return match[1]
}

/** Excludes the caller's environment: variables such as PGDATA and PGPORT would change the server. */
export const SERVER_ENV = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** Case-insensitive search works for every script; the locale C supports only A–Z. */
const BUILTIN_LOCALE = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']

/** Texts sort by bytes. */
const INITDB_FLAGS = [
  '--encoding=UTF8',
  '--locale=C',
  `--username=${SUPERUSER}`,
  '--auth=scram-sha-256',
]
