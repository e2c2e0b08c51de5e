import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Stands in the page wherever the nonce of an answer belongs. */
const NONCE_MARK = '__NONCE__'

/** The built panel. */
export interface PanelFiles {
  assetsDir: string
  /** Names of the hashed files, with their compressed forms. */
  assets: ReadonlySet<string>
  page: (nonce: string) => string
}

/** Null while the panel is not built. */
export function readPanelFiles(directory: string): PanelFiles | null {
  const index = join(directory, 'index.html')
  if (!existsSync(index)) return null
  const template = readFileSync(index, 'utf8').split(NONCE_MARK)
  const assetsDir = join(directory, 'assets')
  return {
    assetsDir,
    assets: new Set(readdirSync(assetsDir)),
    page: (nonce) => template.join(nonce),
  }
}

/** The folder of the built panel: `panel` beside a bundle, or that of `npm run build` when running from source. */
export function findPanelDir(from = import.meta.url): string {
  const besideBundle = fileURLToPath(new URL('./panel', from))
  if (existsSync(besideBundle)) return besideBundle
  return fileURLToPath(new URL('../../../admin/dist', from))
}
