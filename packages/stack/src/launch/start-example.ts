import { errorText } from '../errors.js'
import { examplePaths } from '../example/example-paths.js'
import { servePage, type ServedPage } from '../example/serve-page.js'
import type { DemoProject } from './demo-project.js'
import type { LaunchContext } from './launch-context.js'

/**
 * Serves the example app for the demo project. A failure is only printed, because the stack works without the app.
 * @param building the folder of its files, as returned by `buildPage`
 */
export async function startExample(
  demo: DemoProject,
  where: {
    building: Promise<string>
    publicUrl: string
    /** The origin on this machine that serves the link hosts. */
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
    if (!signal.aborted) print(`Could not start the example app: ${errorText(error)}`)
    return null
  }
}
