import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export function inRoot(path: string): string {
  return join(root, path)
}

/** Runs Prisma's own command line on a database, with the schema engine of the repository. */
export async function runPrisma(args: string[], databaseUrl: string) {
  const child = spawn(process.execPath, ['node_modules/prisma/build/index.js', ...args], {
    cwd: root,
    env: {
      DATABASE_URL: databaseUrl,
      // The engine is a script that finds Node on the PATH.
      PATH: dirname(process.execPath),
      CHECKPOINT_DISABLE: '1',
      NO_COLOR: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}
