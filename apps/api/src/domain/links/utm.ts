import { resolveUtm, type UtmFields, type UtmSources } from '@throughline/core/links/utm'

/** The UTM columns of a link's or a campaign's row. */
export interface UtmColumns {
  utmSource: string | null
  utmMedium: string | null
  utmCampaign: string | null
  utmTerm: string | null
  utmContent: string | null
}

/** A row's UTM fields under their names on the wire, in the order of every record. */
export function utmOf(row: UtmColumns): UtmFields {
  return {
    utm_source: row.utmSource,
    utm_medium: row.utmMedium,
    utm_campaign: row.utmCampaign,
    utm_term: row.utmTerm,
    utm_content: row.utmContent,
  }
}

/** What a tap of a link carries, field by field: its campaign's UTM, else its own, else the query's. */
export function clickUtm(
  link: UtmColumns & { campaign: UtmColumns | null },
  incoming: UtmSources['incoming'] = null,
): UtmFields {
  const campaign = link.campaign === null ? null : utmOf(link.campaign)
  return resolveUtm({ campaign, link: utmOf(link), incoming })
}

/** The columns for the UTM fields of a request; a field that was left out is null. */
export function utmColumns(fields: { [Name in keyof UtmFields]?: string | null | undefined }) {
  return {
    utmSource: fields.utm_source ?? null,
    utmMedium: fields.utm_medium ?? null,
    utmCampaign: fields.utm_campaign ?? null,
    utmTerm: fields.utm_term ?? null,
    utmContent: fields.utm_content ?? null,
  }
}
