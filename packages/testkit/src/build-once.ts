import { access, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { testEnv } from './test-env.js'
import { waitFor } from './wait-for.js'

const buildTimeoutMs = 120_000

/** Returns a folder that the first test of a run that asks for it builds. @param build writes into a missing folder */
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

async function isFirst(folder: string): Promise<boolean> {
  const made = await mkdir(`${folder}.asked`, { recursive: true })
  return made !== undefined
}
