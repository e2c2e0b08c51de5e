import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Placeholder in the page for the nonce of a response. */
const NONCE_MARK = '__NONCE__'

/**
 * Folders of hashed files: those of this build, and those of the previous build, which open tabs still load after an
 * upgrade.
 */
const ASSET_FOLDERS = ['assets', 'assets-before']

/** The built panel. */
export interface PanelFiles {
  /** Maps the name of a hashed file to its folder. Compressed files have separate names. */
  assets: ReadonlyMap<string, string>
  page: (nonce: string) => string
}

/** Reads the built panel; null if it is not built. */
export function readPanelFiles(directory: string): PanelFiles | null {
  const index = join(directory, 'index.html')
  if (!existsSync(index)) return null
  const template = readFileSync(index, 'utf8').split(NONCE_MARK)
  const folders = ASSET_FOLDERS.map((name) => join(directory, name)).filter(existsSync)
  const assets = folders.flatMap((folder) =>
    readdirSync(folder).map((name) => [name, folder] as const),
  )
  return { assets: new Map(assets), page: (nonce) => template.join(nonce) }
}

/**
 * Returns the folder of the built panel: `panel` beside a bundle, or the output of `npm run build` when running from
 * source.
 */
export function findPanelDir(from = import.meta.url): string {
  const besideBundle = fileURLToPath(new URL('./panel', from))
  if (existsSync(besideBundle)) return besideBundle
  return fileURLToPath(new URL('../../../admin/dist', from))
}
