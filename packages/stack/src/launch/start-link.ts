import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { errorText } from '../errors.js'
import { runCli } from './run-cli.js'

/**
 * Returns a new link that signs in to the panel once, within 15 minutes. It is shown in the terminal and not stored.
 * A failure is printed and returns null, because the stack works without the link.
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
    where.print(`Could not create the sign-in link: ${errorText(error)}`)
    return null
  }
}
