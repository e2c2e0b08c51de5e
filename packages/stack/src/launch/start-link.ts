import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { errorText } from '../errors.js'
import { runCli } from './run-cli.js'

/**
 * A new link that signs in to the panel once, within 15 minutes. It is shown in the terminal and stored nowhere. A stack
 * works without it: if it cannot be created, a line says so, and the result is null.
 */
export async function createStartLink(where: {
  root: string
  env: Record<string, string>
  print: (line: string) => void
}): Promise<string | null> {
  if (!existsSync(join(where.root, 'apps', 'admin'))) return null
  try {
    const { url } = await runCli(['user', 'start-link', '--json'], where)
    return String(url)
  } catch (error) {
    where.print(`There is no link to sign in: ${errorText(error)}`)
    return null
  }
}
