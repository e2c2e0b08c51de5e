import { chmod, mkdir, mkdtemp, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { errorCode, errorText, StackError } from './errors.js'

/** Creates the folder of one stack. Other users may enter, not list, root's folder: PostgreSQL is then another user. */
export async function ensureHome(home: string): Promise<void> {
  try {
    if ((await stat(home)).isDirectory()) return
    throw new StackError(`THROUGHLINE_HOME=${home} is not a folder.`)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
  try {
    await mkdir(home, { recursive: true })
    await chmod(home, isRoot() ? 0o711 : 0o700)
  } catch (error) {
    throw new StackError(
      `Could not create the data folder ${home}: ${errorText(error)}. Set THROUGHLINE_HOME to a folder that you can write to.`,
    )
  }
}

/** A new folder under the system's temporary folder that PostgreSQL can reach. The caller removes it. */
export async function makeScratchHome(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-'))
  if (isRoot()) await chmod(folder, 0o711)
  return folder
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}
