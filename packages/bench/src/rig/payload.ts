import { noClickIds } from '@throughline/core/links/click-ids'
import { buildAttributionPayload } from '@throughline/core/webhooks/payload'

/** A payload with the fields that a campaign's click usually fills. */
export function samplePayload(): string {
  return buildAttributionPayload({
    code: 'K7MX3QP',
    clickIds: {
      ...noClickIds(),
      gclid: 'Cj0KCQiA-example-gclid-of-about-the-usual-length_wcB',
    },
    fbclidCapturedAt: null,
    campaignId: 42,
    campaignName: 'Spring sale',
    utm: {
      utm_source: 'newsletter',
      utm_medium: 'email',
      utm_campaign: 'spring-2026',
      utm_term: null,
      utm_content: 'header',
    },
    attributedAt: new Date(),
  })
}
