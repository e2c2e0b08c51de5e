import { access, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { buildBundles } from './installation/programs.js'
import { testEnv } from './test-env.js'
import { waitFor } from './wait-for.js'

const buildTimeoutMs = 120_000

/** The path of an app's bundle, which starts much faster than the sources; built by the first test that asks. */
export async function builtApp(app: 'api' | 'worker' | 'cli'): Promise<string> {
  const { buildsFolder } = testEnv()
  const folder = join(buildsFolder, app)
  if (await isFirst(folder)) {
    const draft = join(buildsFolder, `draft-of-${app}`)
    await buildBundles(draft, [app])
    await rename(join(draft, app), folder)
  } else {
    const isBuilt = () => access(folder).then(() => true)
    await waitFor(isBuilt, { what: `the build of ${app}`, timeoutMs: buildTimeoutMs })
  }
  return join(folder, 'index.mjs')
}

/** Whether no test of any worker of Jest has asked for it before. */
async function isFirst(folder: string): Promise<boolean> {
  const made = await mkdir(`${folder}.asked`, { recursive: true })
  return made !== undefined
}
