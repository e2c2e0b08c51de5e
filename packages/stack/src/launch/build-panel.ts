import { buildPage, pageFolder, PANEL_PAGE } from '../build-page.js'
import type { StackConfig } from '../config.js'
import { errorText } from '../errors.js'
import type { LaunchContext } from './launch-context.js'

/**
 * Builds the panel while the rest starts. A stack is whole without it: where it can't be built, a line says so.
 * @returns the variables that tell the API where the files will be
 */
export async function buildPanel(
  { root, env }: Pick<StackConfig, 'root' | 'env'>,
  { print, signal }: Pick<LaunchContext, 'print' | 'signal'>,
): Promise<Record<string, string>> {
  if (env['PANEL_DIR']) return {}
  const page = PANEL_PAGE
  buildPage({ root, page, signal }).catch((error: unknown) => {
    if (!signal.aborted) print(`The panel is left out: ${errorText(error)}`)
  })
  return { PANEL_DIR: await pageFolder({ root, page }) }
}
