import type { ProjectRecord } from '@throughline/db/projects/projects'
import { fbclidSeconds } from '../clicks/build-click.js'
import type { Visitor } from '../clicks/visitor.js'
import type { Decision } from './decide-response.js'
import { appUrl, storeUrlWithReferrer } from './deep-links.js'
import type { ServedLink } from './served-link.js'

/** Texts and destinations of the landing page of a link. */
export interface PageContent {
  title: string
  description: string | null
  image: string | null
  /** The URL that opens the app; null if the link is not a deep link. */
  openUrl: string | null
  storeUrl: string | null
  /** Null if the store is the only destination. */
  webUrl: string | null
  /** The URL to which a Mac is redirected before the page is shown; null unless the visitor may have an iPad. */
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
    // The link's internal name is never shown.
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
