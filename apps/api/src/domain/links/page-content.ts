import type { ProjectRecord } from '@throughline/db/projects/projects'
import { fbclidSeconds } from '../clicks/build-click.js'
import type { Visitor } from '../clicks/visitor.js'
import type { Decision } from './decide-response.js'
import { appUrl, storeUrlWithReferrer } from './deep-links.js'
import type { ServedLink } from './served-link.js'

/** What the landing page of a link says, and where it leads. */
export interface PageContent {
  title: string
  description: string | null
  image: string | null
  /** Opens the app; null if the link is not a deep link. */
  openUrl: string | null
  storeUrl: string | null
  /** Null if the store is the only way on. */
  webUrl: string | null
  /** Redirects a Mac before the page is shown; null unless the visitor may have an iPad. */
  desktopUrl: string | null
}

interface FoundPage {
  project: Pick<ProjectRecord, 'id' | 'name'>
  link: ServedLink
  visitor: Pick<Visitor, 'clickIds' | 'now'>
  decision: Extract<Decision, { kind: 'page' }>
}

export function pageContentOf(
  { project, link, visitor, decision }: FoundPage,
  clickToken: string | null,
): PageContent {
  const { store } = decision
  const parameters = {
    actualUrl: decision.destination,
    code: link.code,
    campaignId: link.campaignId,
    campaignName: link.campaign?.name ?? null,
    utm: decision.utm,
    clickIds: visitor.clickIds,
    fbclidCapturedAt: fbclidSeconds(visitor.clickIds, visitor.now),
  }
  return {
    // Never the link's internal name.
    title: link.socialTitle ?? project.name,
    description: link.socialDescription,
    image: link.socialImage,
    openUrl: link.isDeeplink ? appUrl(project.id, parameters) : null,
    storeUrl: store === null ? null : storeUrlWithReferrer(store, parameters, clickToken),
    // If the store is the link's only destination, a second link to it would lack the referrer.
    webUrl: decision.target === store ? null : decision.webUrl,
    desktopUrl: decision.desktopUrl,
  }
}
