import { CLICK_ID_NAMES } from '../links/link-values.js'
import type { Store } from '../platform/store.js'
import { camel, integer } from '../wire.js'

/** The last known value of each kind, from any link; null before the first. */
export interface LastValues {
  getLastGclid(): Promise<string | null>
  getLastGbraid(): Promise<string | null>
  getLastFbclid(): Promise<string | null>
  getLastTtclid(): Promise<string | null>
  getLastTwclid(): Promise<string | null>
  getLastLiFatId(): Promise<string | null>
  getLastCampaignId(): Promise<number | null>
}

export function createLastValues({ get }: Store): LastValues {
  const readers = CLICK_ID_NAMES.map(
    (name) => [camel(`get_last_${name}`), async () => (await get(name)) ?? null] as const,
  )
  return {
    // The names are exactly those of the type, which fromEntries cannot express.
    ...(Object.fromEntries(readers) as Omit<LastValues, 'getLastCampaignId'>),
    getLastCampaignId: async () => integer({ id: await get('campaign_id') }, 'id'),
  }
}
