import { rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { buildOnce, formerBuilds, runTool } from './build-cache.js'

/** The bundles of one state of the sources. They start in a third of the time that the TypeScript files take. */
export interface BuiltApps {
  folder: string
  api: string
  worker: string
  cli: string
}

/** Bundles API, worker and CLI, unless bundles of the same sources exist. @throws StackError with the output */
export async function buildApps(root: string, signal: AbortSignal): Promise<BuiltApps> {
  const script = join(root, 'scripts', 'build.mjs')
  const folder = await buildOnce(root, APPS, (draft) =>
    runTool([script, '--out', draft, '--with-sample', ...NAMES], { cwd: root, signal }),
  )
  const now = new Date()
  await utimes(folder, now, now)
  await removeUnused(folder)
  const bundle = (name: (typeof NAMES)[number]) => join(folder, name, 'index.mjs')
  return { folder, api: bundle('api'), worker: bundle('worker'), cli: bundle('cli') }
}

/** Another stack may restart its services from an older build. */
async function removeUnused(current: string): Promise<void> {
  for (const folder of await formerBuilds(dirname(current))) {
    const { mtimeMs } = await stat(folder)
    if (Date.now() - mtimeMs > UNUSED_DAYS * 86_400_000) await rm(folder, { recursive: true })
  }
}

const NAMES = ['api', 'worker', 'cli'] as const

const APPS = {
  name: 'apps',
  sources: [
    ...NAMES.map((name) => `apps/${name}/src`),
    'packages',
    'docs/guides',
    'prisma/migrations',
    'scripts/build.mjs',
    'scripts/lib',
    'tsconfig.base.json',
    'package-lock.json',
  ],
}

const UNUSED_DAYS = 30
