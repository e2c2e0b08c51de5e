import { join } from 'node:path'
import { buildOnce } from './build-once.js'
import { buildBundles } from './installation/programs.js'

/** The path of an app's bundle, which starts much faster than the sources; built by the first test that asks. */
export async function builtApp(app: 'api' | 'worker' | 'cli'): Promise<string> {
  return join(await builtApps(), app, 'index.mjs')
}

export function builtApps(): Promise<string> {
  return buildOnce('apps', (draft) => buildBundles(draft, ['api', 'worker', 'cli']))
}
