import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from '@throughline/testkit/installation/programs'

const run = promisify(execFile)

/** The commit that is run, `-dirty` where anything but the documents differs from it; `unknown` without a repository. */
export async function readCommit(): Promise<string> {
  try {
    const commit = await git('rev-parse', '--short', 'HEAD')
    // The results themselves are saved under docs.
    const changed = await git('status', '--porcelain', '--', '.', ':(exclude)docs')
    return changed === '' ? commit : `${commit}-dirty`
  } catch {
    return 'unknown'
  }
}

async function git(...args: string[]): Promise<string> {
  const { stdout } = await run('git', args, { cwd: root })
  return stdout.trim()
}
