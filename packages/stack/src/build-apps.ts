import { existsSync } from 'node:fs'
import { readdir, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { buildOnce, formerBuilds, runTool } from './build-cache.js'

/** The bundles of one state of the sources. */
export interface BuiltApps {
  folder: string
  api: string
  worker: string
  cli: string
}

/** Bundles API, worker and CLI, unless bundles of the same sources exist. @throws StackError with the output */
export async function buildApps(root: string, signal: AbortSignal): Promise<BuiltApps> {
  const script = join(root, 'scripts', 'build.mjs')
  const folder = await buildOnce(root, { name: 'apps', sources: await sourcesIn(root) }, (draft) =>
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
  const oldest = Date.now() - UNUSED_DAYS * 86_400_000
  for (const { path, at } of await formerBuilds(dirname(current)))
    if (at < oldest) await rm(path, { recursive: true, force: true })
}

/** All packages, because a bundle of an older package would run without notice. */
async function sourcesIn(root: string): Promise<string[]> {
  const packages = await readdir(join(root, 'packages'))
  const folders = packages.map((name) => `packages/${name}/src`)
  return [...folders.filter((path) => existsSync(join(root, path))).sort(), ...OTHER_SOURCES]
}

const NAMES = ['api', 'worker', 'cli'] as const

const OTHER_SOURCES = [
  ...NAMES.map((name) => `apps/${name}/src`),
  'docs/guides',
  'prisma/migrations',
  'scripts/build.mjs',
  'scripts/lib',
  'tsconfig.base.json',
  'package-lock.json',
]

const UNUSED_DAYS = 30
