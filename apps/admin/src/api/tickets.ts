import type { ProjectContext } from '../shell/project-context.js'
import { unwrap } from './client.js'

/**
 * Returns a path that the browser can open once, as a download or in a frame: navigations cannot send the headers of the
 * session.
 */
export async function createTicket(
  { api }: ProjectContext,
  route: string,
  query: object,
): Promise<string> {
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)])
  const body = { route, query: Object.fromEntries(texts) as Record<string, string> }
  const { url } = await unwrap(api.POST('/api/tickets', { body }))
  return new URL(url).pathname
}
