import type { Random } from '@throughline/testkit/seeded-random'
import type { Person } from './person.js'
import { BROWSER_ADS, IN_APP_ADS } from './tables/ads.js'
import { drawUuid, drawWeighted } from './weighted.js'

/** The query of a click. `utm_content` names the click itself, so that the row that becomes of it is found again. */
export function queryOf(random: Random, { browser }: Person, tapId: string): string {
  const ad = IN_APP_ADS[browser] ?? drawWeighted(random, BROWSER_ADS)
  const parameters = new URLSearchParams({ utm_content: tapId })
  if (ad !== null) {
    parameters.set('utm_source', ad.utmSource)
    parameters.set(ad.clickId, `id.${drawUuid(random)}`)
  }
  return parameters.toString()
}
