import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

export interface CodeBlock {
  /** Such as `ts`; '' if the fence names none. */
  readonly language: string
  readonly code: string
  /** The nearest heading above it. */
  readonly heading: string
}

const NOT_OURS = ['node_modules', 'dist', 'packed']

/** The paths of all pages of the repository. */
export function listPages(folder = ''): string[] {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true })
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) return path.endsWith('.md') ? [path] : []
    return entry.name.startsWith('.') || NOT_OURS.includes(entry.name) ? [] : listPages(path)
  })
}

/** @param path from the repository's root */
export function readPage(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** The blocks of a page in order, without the indentation that they have inside a list. */
export function codeBlocks(page: string): CodeBlock[] {
  const blocks: CodeBlock[] = []
  const parts =
    /^(?<indent> *)```(?<language>\w*)[^\n]*\n(?<code>.*?)^ *```$|^#+ (?<title>[^\n]+)$/gms
  let heading = ''
  for (const { groups = {} } of page.matchAll(parts)) {
    const { indent = '', language = '', code, title } = groups
    if (code === undefined) heading = title ?? ''
    else
      blocks.push({ language, heading, code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), '') })
  }
  return blocks
}

/** A page without its fenced blocks, where `#` and `[…](…)` mean something else. */
export function withoutCode(page: string): string {
  return page.replaceAll(/^ *```.*?^ *```$/gms, '')
}
