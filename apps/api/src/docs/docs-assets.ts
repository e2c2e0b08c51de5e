import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder of swagger-ui's files: `docs-assets` beside the bundle, where a build puts them, or the package
 * itself when the sources run.
 */
export function findDocsAssets(from = import.meta.url): string {
  const besideBundle = fileURLToPath(new URL('./docs-assets', from))
  if (existsSync(besideBundle)) return besideBundle
  return dirname(createRequire(from).resolve('swagger-ui-dist/package.json'))
}
