import { access, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { testEnv } from './test-env.js'
import { waitFor } from './wait-for.js'

const buildTimeoutMs = 120_000

/**
 * Returns a folder that is built once for each run of the tests, by the first test that asks for it.
 *
 * @param build writes into a folder that does not exist yet
 */
export async function buildOnce(
  name: string,
  build: (draft: string) => Promise<void>,
): Promise<string> {
  const { buildsFolder } = testEnv()
  const folder = join(buildsFolder, name)
  if (await isFirst(folder)) {
    const draft = join(buildsFolder, `draft-of-${name}`)
    await build(draft)
    await rename(draft, folder)
  } else {
    const isBuilt = () => access(folder).then(() => true)
    await waitFor(isBuilt, { what: `the build of ${name}`, timeoutMs: buildTimeoutMs })
  }
  return folder
}

/** Whether this is the first call by any Jest worker. */
async function isFirst(folder: string): Promise<boolean> {
  const made = await mkdir(`${folder}.asked`, { recursive: true })
  return made !== undefined
}
