import type { Visitor } from '../../clicks/visitor.js'
import { landingPage, type LandingPage } from './landing-page.js'

/** Maximum size of a page, including its icon. */
const MAX_PAGE_BYTES = 10_000

/**
 * Renders the page within its limit. Drops the icon, then the query of the URL to copy and the preview tags. Links are
 * never shortened.
 */
export function renderPage(
  { isPreviewBot }: Pick<Visitor['device'], 'isPreviewBot'>,
  full: LandingPage,
): { body: string; hasPicture: boolean } {
  const body = landingPage(full)
  if (isSmall(body)) return { body, hasPicture: full.owner.icon !== null }
  const bare = { ...full, owner: { ...full.owner, icon: null } }
  const bareBody = landingPage(bare)
  if (isSmall(bareBody)) return { body: bareBody, hasPicture: false }
  const browserUrl = full.browserUrl === null ? null : full.shortUrl
  const shortest = { ...bare, browserUrl, hasSocialTags: isPreviewBot }
  return { body: landingPage(shortest), hasPicture: false }
}

function isSmall(body: string): boolean {
  return Buffer.byteLength(body) <= MAX_PAGE_BYTES
}
