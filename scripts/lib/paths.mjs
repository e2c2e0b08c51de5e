import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export const inRoot = (...parts) => join(root, ...parts)

/** Node's flags that let it run TypeScript files; absolute, so that children may have other folders. */
export const tsxFlags = () => [
  '--import',
  pathToFileURL(inRoot('node_modules', 'tsx', 'dist', 'loader.mjs')).href,
]
