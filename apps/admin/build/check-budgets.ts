import type { Plugin, Rollup } from 'vite'
import { toBrotli } from './compress-files.js'

type Bundle = Record<string, Rollup.OutputAsset | Rollup.OutputChunk>

/** Compressed bytes (brotli). For a screen, only those that a visitor of the shell has not loaded yet. */
const SIGN_IN_BYTES = 130_000
const OVERVIEW_BYTES = 230_000
const SCREEN_BYTES = 40_000

const SIGN_IN = 'src/screens/sign-in/sign-in-screen.tsx'
const SHELL = 'src/shell/shell.tsx'
const OVERVIEW = 'src/screens/overview/overview-screen.tsx'
const SCREEN = /src\/screens\/.*-screen\.tsx$/

/** Fails the build if a screen has become too large. */
export function checkBudgets(): Plugin {
  return {
    name: 'check-budgets',
    apply: 'build',
    enforce: 'post',
    async writeBundle(_options, bundle) {
      const sizes = await measure(bundle)
      const lines = sizes.map(
        ({ name, bytes, limit }) => `${name.padEnd(24)}${kilobytes(bytes)} of ${kilobytes(limit)}`,
      )
      const excess = sizes.filter(({ bytes, limit }) => bytes > limit)
      if (excess.length > 0) {
        this.error(
          `Larger than its budget: ${excess.map(({ name }) => name).join(', ')}\n${lines.join('\n')}`,
        )
      }
      this.info(`Brotli bytes by screen\n${lines.join('\n')}`)
    },
  }
}

interface Size {
  name: string
  bytes: number
  limit: number
}

async function measure(bundle: Bundle): Promise<Size[]> {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const entry = chunks.find(({ isEntry }) => isEntry)
  if (entry === undefined) throw new Error('The bundle has no entry')
  const find = (end: string) => chunks.find((chunk) => chunk.facadeModuleId?.endsWith(end) === true)
  const sizeOf = new Map<string, Promise<number>>()
  const bytesOfFile = (file: string) => {
    const known = sizeOf.get(file)
    if (known !== undefined) return known
    const size = toBrotli(contentOf(bundle[file])).then(({ byteLength }) => byteLength)
    sizeOf.set(file, size)
    return size
  }
  const bytesOf = async (roots: (Rollup.OutputChunk | undefined)[], loaded = new Set<string>()) => {
    const files = new Set(
      roots.flatMap((chunk) => (chunk === undefined ? [] : filesOf(chunk, bundle))),
    )
    const sizes = [...files].filter((file) => !loaded.has(file)).map(bytesOfFile)
    return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0)
  }
  const shell = new Set(
    [entry, find(SHELL)].flatMap((chunk) => (chunk ? filesOf(chunk, bundle) : [])),
  )
  const screens = chunks.filter(({ facadeModuleId }) => SCREEN.test(facadeModuleId ?? ''))
  const others = screens.filter((chunk) => ![find(SIGN_IN), find(OVERVIEW)].includes(chunk))
  return [
    { name: 'sign-in', bytes: await bytesOf([entry, find(SIGN_IN)]), limit: SIGN_IN_BYTES },
    {
      name: 'shell with Overview',
      bytes: await bytesOf([entry, find(SHELL), find(OVERVIEW)]),
      limit: OVERVIEW_BYTES,
    },
    ...(await Promise.all(
      others.map(async (chunk) => ({
        name: chunk.name,
        bytes: await bytesOf([chunk], shell),
        limit: SCREEN_BYTES,
      })),
    )),
  ]
}

/** A chunk with all its static imports, their style sheets, and the images and fonts in those. */
function filesOf(chunk: Rollup.OutputChunk, bundle: Bundle, seen = new Set<string>()): string[] {
  if (seen.has(chunk.fileName)) return [...seen]
  seen.add(chunk.fileName)
  const { importedCss, importedAssets } = chunk.viteMetadata ?? {}
  for (const file of [...(importedCss ?? []), ...(importedAssets ?? [])]) seen.add(file)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') filesOf(imported, bundle, seen)
  }
  return [...seen]
}

function contentOf(output: Bundle[string] | undefined): Uint8Array {
  if (output === undefined) return Buffer.alloc(0)
  const content = output.type === 'chunk' ? output.code : output.source
  return typeof content === 'string' ? Buffer.from(content) : content
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1).padStart(7)} kB`
}
