import type { Weighted } from '../weighted.js'
import type { BrowserKind } from './browsers.js'

/** What an ad network adds to a link: its click id, and the source of its templates. */
export interface AdParameters {
  clickId: string
  utmSource: string
}

/** Assumed: two in five clicks in a browser come from search ads, the others from mails, posters and web sites. */
export const BROWSER_ADS: Weighted<AdParameters | null> = [
  [null, 60],
  [{ clickId: 'gclid', utmSource: 'google' }, 30],
  [{ clickId: 'wbraid', utmSource: 'google' }, 4],
  [{ clickId: 'msclkid', utmSource: 'bing' }, 3],
  [{ clickId: 'fbclid', utmSource: 'facebook' }, 3],
]

/** Apps that add their click id to every link that is opened inside them. */
export const IN_APP_ADS: Partial<Readonly<Record<BrowserKind, AdParameters>>> = {
  instagram_ios: { clickId: 'fbclid', utmSource: 'instagram' },
  instagram_android: { clickId: 'fbclid', utmSource: 'instagram' },
  facebook_ios: { clickId: 'fbclid', utmSource: 'facebook' },
  tiktok_ios: { clickId: 'ttclid', utmSource: 'tiktok' },
}

/** Play's referrer if no ad led to the store. */
export const ORGANIC_REFERRERS: Weighted<string> = [
  ['utm_source=google-play&utm_medium=organic', 80],
  ['utm_source=(not%20set)&utm_medium=(not%20set)', 15],
  ['utm_source=(direct)', 5],
]

/** `{id}` becomes a random click id. Parameter names from public documentation; shares are assumed. */
export const OTHER_SOURCES: Weighted<string> = [
  ['af_tranid={id}&pid=partner_int&c=autumn&utm_source=partner', 14],
  ['adjust_reftag={id}&utm_source=other-network&utm_campaign=autumn', 12],
  ['link_click_id={id}&utm_source=referral', 10],
  ['utm_source=newsletter-autumn&utm_medium=email', 20],
  ['utm_source=influencer&utm_medium=social&utm_campaign=autumn', 8],
  ['fbclid={id}&utm_source=apps.facebook.com', 6],
  ['ttclid={id}', 4],
  ['gclid={id}&utm_source=google&utm_medium=cpc', 10],
  ['gclid={id}', 12],
  ['dyna_code=Unknown{id}', 4],
]
