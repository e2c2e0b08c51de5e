import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './installation/programs.js'

export type Substitution = [pattern: RegExp, text: string]

/** Reads a file of `deploy`, with a test's ports, paths and hosts. @throws Error if a pattern matches no text */
export async function readShippedFile(
  path: string,
  substitutions: readonly Substitution[],
): Promise<string> {
  let text = await readFile(join(root, path), 'utf8')
  for (const [pattern, own] of substitutions) {
    if (!pattern.test(text)) throw new Error(`${path} has no ${pattern.source}`)
    pattern.lastIndex = 0
    text = text.replace(pattern, () => own)
  }
  return text
}
