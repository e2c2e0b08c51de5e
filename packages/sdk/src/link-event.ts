/** By which way a link reached the app. */
export type LinkEventSource =
  /** The app's own scheme, opened by the landing page. */
  | 'loading_page'
  /** An https link that the system gave to the app. */
  | 'verified_link'
  /** The first start after an install. */
  | 'install'

/** A link that was opened. What is absent is null; times are Dates. */
export interface DynalinkEvent {
  /** Where the app goes, '' where the link has no destination; the incoming URL's own path is never a route. */
  readonly actualUrl: string
  readonly campaignId: number | null
  readonly campaignName: string | null
  readonly utmSource: string | null
  readonly utmMedium: string | null
  readonly utmCampaign: string | null
  readonly utmTerm: string | null
  readonly utmContent: string | null
  readonly gclid: string | null
  readonly gbraid: string | null
  readonly fbclid: string | null
  readonly ttclid: string | null
  readonly twclid: string | null
  readonly liFatId: string | null
  /** When the browser first saw the fbclid; null where whatever carried the fbclid gave no time. */
  readonly fbclidCapturedAt: Date | null
  /** When the install was attributed, by the service's clock. */
  readonly attributedAt: Date | null
  readonly source: LinkEventSource
  /** The link's short code. */
  readonly code: string | null
  /** Whether `campaignId` is known. */
  readonly hasCampaign: boolean
  /** Whether any ad network's click id is known. */
  readonly hasClickIds: boolean
}

/** Link events as they come; a late listener gets the last one at once. */
export interface DynamicLinkStream {
  /** Returns what ends it. */
  readonly subscribe: (listener: (event: DynalinkEvent) => void) => () => void
}
