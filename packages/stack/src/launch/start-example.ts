import { errorText } from '../errors.js'
import { examplePaths } from '../example/example-paths.js'
import { servePage, type ServedPage } from '../example/serve-page.js'
import type { DemoProject } from './demo-project.js'
import type { LaunchContext } from './launch-context.js'

/**
 * Serves the example app for the demo project. A stack is whole without it: where it can't be built or served, a line
 * says so.
 * @param building the folder of its files, as `buildPage` answers it
 */
export async function startExample(
  demo: DemoProject,
  where: {
    building: Promise<string>
    publicUrl: string
    /** Where link hosts answer on this machine. */
    linkServerUrl: string
    firstPort: number
  },
  { print, signal }: Pick<LaunchContext, 'print' | 'signal'>,
): Promise<ServedPage | null> {
  const settings = {
    publicKey: demo.projectKey,
    projectId: demo.projectId,
    baseUrl: where.publicUrl,
    linkHost: demo.linkHost,
  }
  try {
    return await servePage(await where.building, settings, {
      firstPort: where.firstPort,
      ownPaths: (exampleUrl) => examplePaths({ ...demo, ...where, exampleUrl }),
    })
  } catch (error) {
    if (!signal.aborted) print(`The example app is left out: ${errorText(error)}`)
    return null
  }
}
