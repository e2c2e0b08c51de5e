import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Stands in the page wherever the nonce of an answer belongs. */
const NONCE_MARK = '__NONCE__'

/**
 * Folders of hashed files: of this build, and of the one before, from which open tabs still load screens after an
 * upgrade.
 */
const ASSET_FOLDERS = ['assets', 'assets-before']

/** The built panel. */
export interface PanelFiles {
  /** The folder of each hashed file by its name. Compressed forms have their own names. */
  assets: ReadonlyMap<string, string>
  page: (nonce: string) => string
}

/** Null while the panel is not built. */
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

/** The folder of the built panel: `panel` beside a bundle, or that of `npm run build` when running from source. */
export function findPanelDir(from = import.meta.url): string {
  const besideBundle = fileURLToPath(new URL('./panel', from))
  if (existsSync(besideBundle)) return besideBundle
  return fileURLToPath(new URL('../../../admin/dist', from))
}
