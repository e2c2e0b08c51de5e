import { cp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { buildFolder, buildOnce, formerBuilds, runTool } from './build-cache.js'

export interface PageSources {
  app: string
  sources: string[]
  /** Whether tabs that are open during an upgrade may load files of the previous build. */
  isKeptOpen?: boolean
}

export interface BuildOptions {
  root: string
  page: PageSources
  signal: AbortSignal
}

/** The output folder of `buildPage`. */
export function pageFolder({ root, page }: Omit<BuildOptions, 'signal'>): Promise<string> {
  return buildFolder(root, { name: page.app, sources: page.sources })
}

/** Builds a page, unless a build of the same sources exists; returns its folder. @throws StackError with the output */
export function buildPage(options: BuildOptions): Promise<string> {
  const { root, page } = options
  return buildOnce(root, { name: page.app, sources: page.sources }, async (draft) => {
    await runVite(options, draft)
    if (page.isKeptOpen) await keepFormerAssets(draft)
  })
}

async function keepFormerAssets(draft: string): Promise<void> {
  const [newest] = await formerBuilds(dirname(draft))
  if (newest === undefined) return
  await cp(join(newest.path, 'assets'), join(draft, 'assets-before'), { recursive: true })
}

function runVite({ root, page, signal }: BuildOptions, outDir: string): Promise<void> {
  const app = join(root, 'apps', page.app)
  const manifest = createRequire(join(app, 'package.json')).resolve('vite/package.json')
  const vite = join(dirname(manifest), 'bin', 'vite.js')
  const args = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error']
  return runTool(args, { cwd: app, signal })
}

export const EXAMPLE_PAGE: PageSources = {
  app: 'example',
  sources: [
    'apps/example/index.html',
    'apps/example/vite.config.ts',
    'apps/example/src',
    'packages/sdk/src',
    'tsconfig.base.json',
    'package-lock.json',
  ],
}

export const PANEL_PAGE: PageSources = {
  app: 'admin',
  isKeptOpen: true,
  sources: [
    'apps/admin/index.html',
    'apps/admin/vite.config.ts',
    'apps/admin/build',
    'apps/admin/src',
    'packages/contracts/src/abilities.ts',
    'packages/core/src',
    'tsconfig.base.json',
    'package-lock.json',
  ],
}
