/** An attribution. Absent values are null; times are Dates. */
export interface AttributionResult {
  readonly matched: true
  readonly dynaCode: string
  readonly gclid: string | null
  readonly gbraid: string | null
  readonly fbclid: string | null
  readonly fbclidCapturedAt: Date | null
  readonly ttclid: string | null
  readonly twclid: string | null
  readonly liFatId: string | null
  readonly campaignId: number | null
  readonly campaignName: string | null
  readonly utmSource: string | null
  readonly utmMedium: string | null
  readonly utmCampaign: string | null
  readonly utmTerm: string | null
  readonly utmContent: string | null
  readonly attributedAt: Date
}

export type CampaignStatus = 'draft' | 'active' | 'paused' | 'archived'

export interface Campaign {
  readonly id: number
  readonly name: string
  readonly status: CampaignStatus
  readonly description: string | null
  readonly utmSource: string | null
  readonly utmMedium: string | null
  readonly utmCampaign: string | null
  readonly utmTerm: string | null
  readonly utmContent: string | null
  /** Both days are midnight UTC. */
  readonly startDate: Date | null
  readonly endDate: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface CampaignStats {
  readonly totalClicks: number
  /** The last UTC days, oldest first, including days with a count of 0. */
  readonly clicksPerDay: readonly { readonly date: Date; readonly count: number }[]
}

export interface CreateCampaignForm {
  readonly name: string
  readonly status?: CampaignStatus
  readonly description?: string | null
  readonly utmSource?: string | null
  readonly utmMedium?: string | null
  readonly utmCampaign?: string | null
  readonly utmTerm?: string | null
  readonly utmContent?: string | null
  readonly startDate?: Date | null
  readonly endDate?: Date | null
}

export type CampaignForm = CreateCampaignForm

export interface CreateDynalinkForm {
  readonly url?: string
  /** Whether phones open the app; otherwise the link is a plain redirect. */
  readonly isDeepLink?: boolean
  readonly iosUrl?: string
  readonly androidUrl?: string
  readonly fallbackUrl?: string
  readonly campaignId?: number
  /** Title of the preview in chats and social networks; at most 255 characters. */
  readonly socialTitle?: string
  /** Text of the preview; at most 160 characters. */
  readonly socialDescription?: string
  readonly socialImage?: string
}

export type LinkForm = CreateDynalinkForm
