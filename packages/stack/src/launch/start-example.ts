import { buildPage, EXAMPLE_PAGE } from '../build-page.js'
import type { StackConfig } from '../config.js'
import { errorText } from '../errors.js'
import { examplePaths } from '../example/example-paths.js'
import { openPagePort, servePage, type PagePort, type ServedPage } from '../example/serve-page.js'
import { hasDemoHost, type DemoProject } from './demo-project.js'
import type { LaunchContext } from './launch-context.js'
import { sampleEnv } from './service-env.js'

export interface PreparedExample {
  building: Promise<string>
  at: PagePort
  /** Names the app, and a receiver that the API starts, for the panel. */
  env: Record<string, string>
}

/** Builds while the rest starts. Null in production, and where there is no demo project. */
export async function prepareExample(
  config: StackConfig,
  signal: AbortSignal,
): Promise<PreparedExample | null> {
  if (config.isProduction || !hasDemoHost(config)) return null
  const building = buildPage({ root: config.root, page: EXAMPLE_PAGE, signal })
  building.catch(() => undefined)
  const at = await openPagePort(config.workerPort + 1)
  return { building, at, env: await sampleEnv(config, at) }
}

/** Serves the example app, whose files `building` returns. A failure is only printed: the stack works without it. */
export async function startExample(
  demo: DemoProject,
  where: {
    building: Promise<string>
    publicUrl: string
    linkServerUrl: string
    /** This machine's address for phones, or null. */
    host: string | null
    at: PagePort
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
      at: where.at,
      phoneHost: where.host,
      ownPaths: (exampleUrl) => examplePaths({ ...demo, ...where, exampleUrl }),
    })
  } catch (error) {
    if (!signal.aborted) print(`Could not start the example app: ${errorText(error)}`)
    return null
  }
}
