import type { Random } from '@throughline/testkit/seeded-random'
import type { Person } from './person.js'
import { RETURNING_SHARE } from './tables/browsers.js'
import { BROWSER_ZONE_NAMES } from './tables/cultures.js'
import { userAgentOf, type UserAgent } from './user-agent.js'

export interface Report {
  screen_width: number
  screen_height: number
  pixel_ratio: number
  languages: readonly string[]
  time_zone: string
  platform_version: string | null
  model: string | null
  max_touch_points: number
}

export interface BrowserSide {
  agent: UserAgent
  headers: Readonly<Record<string, string>>
  report: Report
}

/** The headers of a person's browser; `destination` is the value of `Sec-Fetch-Dest`. */
export function browserSideOf(
  random: Random,
  person: Person,
  destination: string = 'document',
): BrowserSide {
  const { phone, osVersion, browser, languages, timeZone } = person
  const hasHints = browser === 'chrome' || browser === 'samsung'
  const paddedVersion = `${osVersion}.0.0`
  const headers: Record<string, string> = {
    'accept-language': languages.join(','),
    'sec-fetch-dest': destination,
    'sec-fetch-mode': FETCH_MODES[destination] ?? 'no-cors',
    'sec-fetch-site': 'cross-site',
  }
  if (hasHints) {
    headers['sec-ch-ua-mobile'] = '?1'
    headers['sec-ch-ua-platform'] = '"Android"'
  }
  if (hasHints && random.chance(RETURNING_SHARE)) {
    headers['sec-ch-ua-platform-version'] = `"${paddedVersion}"`
    headers['sec-ch-ua-model'] = `"${phone.model}"`
  }
  return {
    agent: userAgentOf(random, person),
    headers,
    report: {
      // Chromium rounds a fractional screen size up.
      screen_width: Math.ceil(phone.width),
      screen_height: Math.ceil(phone.height),
      pixel_ratio: phone.ratio,
      languages: languagesOf(person),
      time_zone: browser === 'firefox' ? timeZone : (BROWSER_ZONE_NAMES[timeZone] ?? timeZone),
      platform_version: hasHints ? paddedVersion : null,
      model: hasHints ? phone.model : null,
      max_touch_points: browser === 'safari_mac' ? 0 : TOUCH_POINTS,
    },
  }
}

const FETCH_MODES: Readonly<Record<string, string>> = { document: 'navigate', iframe: 'navigate' }
/** As phones and tablets report it. */
const TOUCH_POINTS = 5

/** WebKit sends only the first language; Chromium sends all, each followed by its base language. */
function languagesOf({ platform, languages }: Person): readonly string[] {
  if (platform === 'ios') return languages.slice(0, 1)
  const expanded = languages.flatMap((tag) => [tag, tag.split('-')[0] ?? tag])
  return [...new Set(expanded)]
}
