import { buildPage, pageFolder, PANEL_PAGE } from '../build-page.js'
import type { StackConfig } from '../config.js'
import { errorText } from '../errors.js'
import type { LaunchContext } from './launch-context.js'

/**
 * Builds the panel while the rest starts. A failure is only printed, because the stack works without the panel.
 * @returns the variables that name the folder of the files for the API
 */
export async function buildPanel(
  { root, env }: Pick<StackConfig, 'root' | 'env'>,
  { print, signal }: Pick<LaunchContext, 'print' | 'signal'>,
): Promise<Record<string, string>> {
  if (env['PANEL_DIR']) return {}
  const page = PANEL_PAGE
  buildPage({ root, page, signal }).catch((error: unknown) => {
    if (!signal.aborted) print(`Could not build the panel: ${errorText(error)}`)
  })
  return { PANEL_DIR: await pageFolder({ root, page }) }
}
