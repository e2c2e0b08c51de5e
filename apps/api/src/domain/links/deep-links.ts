import { CLICK_ID_NAMES, type ClickIds } from '@throughline/core/links/click-ids'
import { UTM_NAMES, type UtmFields } from '@throughline/core/links/utm'

export interface AppParameters {
  actualUrl: string
  code: string
  campaignId: number | null
  campaignName: string | null
  utm: UtmFields
  clickIds: ClickIds
  fbclidCapturedAt: number | null
}

/** Returns `service-{projectId}://open?…`, which opens the installed app (docs/api-contract.md, "App URL"). */
export function appUrl(projectId: string, parameters: AppParameters): string {
  return `service-${projectId}://open?${toQuery(pairsOf(parameters))}`
}

/**
 * Adds the parameters and the click token to a store URL. Only Play passes them on; the token is first, because Play
 * truncates.
 */
export function storeUrlWithReferrer(
  storeUrl: string,
  parameters: AppParameters,
  clickToken: string | null,
): string {
  if (!/^https:\/\/play\.google\.com\//i.test(storeUrl)) return storeUrl
  const token: Pair[] = clickToken === null ? [] : [['click_token', clickToken]]
  const url = new URL(storeUrl)
  url.searchParams.set('referrer', toQuery([...token, ...pairsOf(parameters)]))
  return url.href
}

type Pair = [name: string, value: string | number | null]

function pairsOf({ utm, clickIds, ...parameters }: AppParameters): Pair[] {
  return [
    ['actual_url', parameters.actualUrl],
    ['dyna_code', parameters.code],
    ['campaign_id', parameters.campaignId],
    ['campaign_name', parameters.campaignName],
    ...UTM_NAMES.map((name): Pair => [name, utm[name]]),
    ...CLICK_ID_NAMES.map((name): Pair => [name, clickIds[name]]),
    // This is last, because the page's script expects it at the end.
    ['fbclid_captured_at', parameters.fbclidCapturedAt],
  ]
}

/** Omits null parameters; a space is `%20`, which every reader understands. */
function toQuery(pairs: Pair[]): string {
  return pairs
    .flatMap(([name, value]) => (value === null ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&')
}
