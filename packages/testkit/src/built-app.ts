import { join } from 'node:path'
import { buildOnce } from './build-once.js'
import { buildBundles } from './installation/programs.js'

/** The path of an app's bundle, which starts much faster than the sources; built by the first test that asks. */
export async function builtApp(app: 'api' | 'worker' | 'cli'): Promise<string> {
  const folder = await buildOnce(app, (draft) => buildBundles(draft, [app]))
  return join(folder, app, 'index.mjs')
}
