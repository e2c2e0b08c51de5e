import { spawnSync } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { dirname } from 'node:path'

import { StackError } from '../errors.js'
import { isRoot } from '../home.js'

/** The system user that the server runs as; null means the user who started this process. */
export interface ServerUser {
  name: string
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root. Returns the user `postgres` for root, created if missing, otherwise null. */
export async function ensureServerUser(home: string): Promise<ServerUser | null> {
  if (!isRoot()) return null
  const user = findUser() ?? addUser()
  const blocked = (await pathToRoot(home)).find((folder) => !canReach(folder, user))
  if (blocked === undefined) return user
  throw new StackError(
    `Started as root, PostgreSQL runs as the user "${user.name}", who may not enter ${blocked}. ` +
      'Set THROUGHLINE_HOME to a folder that everyone can reach, e.g. THROUGHLINE_HOME=/var/lib/throughline',
  )
}

/** Whether that user may enter a folder or run a file. Uses `test -x`, because modes alone ignore ACLs. */
export function canReach(path: string, user: ServerUser): boolean {
  const { uid, gid } = user
  const test = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { uid, gid, cwd: '/' })
  return test.status === 0
}

function findUser(): ServerUser | null {
  const uid = askId('-u')
  const gid = askId('-g')
  return uid === null || gid === null ? null : { name: USER, uid, gid }
}

function addUser(): ServerUser {
  const add = runSystemTool('useradd', ['--system', '--no-create-home', '--user-group', USER])
  const user = findUser()
  if (user !== null) return user
  const reason = add.error?.message ?? add.stderr.trim()
  throw new StackError(
    `Started as root, PostgreSQL needs the user "${USER}", which could not be added (${reason}). ` +
      'Add that user, start as another user, or set DATABASE_URL to an existing PostgreSQL server.',
  )
}

function askId(flag: '-u' | '-g'): number | null {
  const id = runSystemTool('id', [flag, USER])
  return id.status === 0 ? Number(id.stdout) : null
}

/** Adds the sbin folders to PATH, which a service or a `su` shell often lacks. */
function runSystemTool(tool: string, args: string[]) {
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }
  return spawnSync(tool, args, { env, encoding: 'utf8' })
}

async function pathToRoot(folder: string): Promise<string[]> {
  const path = [await realpath(folder)]
  for (let at = path[0] ?? '/'; at !== dirname(at); at = dirname(at)) path.unshift(dirname(at))
  return path
}

const USER = 'postgres'
