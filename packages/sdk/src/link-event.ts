export type LinkEventSource =
  /** The app's own scheme, opened by the landing page. */
  | 'loading_page'
  /** An https link that the system opened in the app. */
  | 'verified_link'
  /** The first start after an install. */
  | 'install'

/** A link that was opened. Absent values are null; times are Dates. */
export interface DynalinkEvent {
  /** Where the app should go, '' if the link has no destination; the incoming URL's own path is never a route. */
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
  /** When the browser first received the fbclid; null if its carrier gave no time. */
  readonly fbclidCapturedAt: Date | null
  /** When the install was attributed, by the service's clock. */
  readonly attributedAt: Date | null
  readonly source: LinkEventSource
  readonly code: string | null
  readonly hasCampaign: boolean
  readonly hasClickIds: boolean
}

/** Link events as they arrive; a late listener immediately gets the last one. */
export interface DynamicLinkStream {
  /** Returns a function that unsubscribes. */
  readonly subscribe: (listener: (event: DynalinkEvent) => void) => () => void
}
