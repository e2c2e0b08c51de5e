import { execFile } from 'node:child_process'
import { access, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { testEnv } from './test-env.js'
import { waitFor } from './wait-for.js'

const BUILD = fileURLToPath(new URL('../../../scripts/build.mjs', import.meta.url))
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
    await promisify(execFile)(process.execPath, [BUILD, app, '--out', draft])
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
