import { access, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { buildBundles } from './installation/programs.js'
import { testEnv } from './test-env.js'
import { waitFor } from './wait-for.js'

const buildTimeoutMs = 120_000

/**
 * Returns the path of an app's program as it is shipped: one file, which starts in a fraction of the time that the
 * sources take. It is built once for each run of the tests, by the first test that asks for it.
 */
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
