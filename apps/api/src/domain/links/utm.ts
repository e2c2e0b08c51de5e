import { resolveUtm, type UtmFields, type UtmSources } from '@throughline/core/links/utm'

export interface UtmColumns {
  utmSource: string | null
  utmMedium: string | null
  utmCampaign: string | null
  utmTerm: string | null
  utmContent: string | null
}

export function utmOf(row: UtmColumns): UtmFields {
  return {
    utm_source: row.utmSource,
    utm_medium: row.utmMedium,
    utm_campaign: row.utmCampaign,
    utm_term: row.utmTerm,
    utm_content: row.utmContent,
  }
}

/**
 * Returns the UTM values of a click. Each field is taken from the campaign, otherwise the link, otherwise the query.
 */
export function clickUtm(
  link: UtmColumns & { campaign: UtmColumns | null },
  incoming: UtmSources['incoming'] = null,
): UtmFields {
  const campaign = link.campaign === null ? null : utmOf(link.campaign)
  return resolveUtm({ campaign, link: utmOf(link), incoming })
}

export function utmColumns(fields: { [Name in keyof UtmFields]?: string | null | undefined }) {
  return {
    utmSource: fields.utm_source ?? null,
    utmMedium: fields.utm_medium ?? null,
    utmCampaign: fields.utm_campaign ?? null,
    utmTerm: fields.utm_term ?? null,
    utmContent: fields.utm_content ?? null,
  }
}
