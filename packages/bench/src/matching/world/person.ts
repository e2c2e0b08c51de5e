import type { Random } from '@throughline/testkit/seeded-random'
import {
  ANDROID_BROWSERS,
  IOS_BROWSERS,
  SAMSUNG_BROWSERS,
  type BrowserKind,
} from './tables/browsers.js'
import type { Culture } from './tables/cultures.js'
import { SAME_LANGUAGES_SHARE, SAME_PLATFORM_SHARE } from './tables/habits.js'
import {
  ANDROIDS,
  ANDROID_VERSIONS,
  IOS_VERSIONS,
  IPHONES,
  type PhoneModel,
} from './tables/phones.js'
import { drawUuid, drawWeighted } from './weighted.js'

export type Platform = 'ios' | 'android'

export interface Person {
  id: string
  visitorId: string
  platform: Platform
  phone: PhoneModel
  osVersion: string
  languages: readonly string[]
  timeZone: string
  browser: BrowserKind
}

export interface PersonOptions {
  platform?: Platform
  browser?: BrowserKind
  sinceMajor?: number
}

export function samplePerson(
  random: Random,
  culture: Culture,
  options: PersonOptions = {},
): Person {
  const platform = options.platform ?? (random.chance(culture.iosShare) ? 'ios' : 'android')
  const phone = drawWeighted(random, platform === 'ios' ? IPHONES : ANDROIDS)
  const least = Math.max(options.sinceMajor ?? 0, phone.sinceMajor ?? 0)
  const versions = platform === 'ios' ? IOS_VERSIONS : ANDROID_VERSIONS
  const osVersion = drawWeighted(
    random,
    versions.filter(([version]) => Number.parseInt(version, 10) >= least),
  )
  return {
    id: drawUuid(random),
    visitorId: drawUuid(random),
    platform,
    phone,
    osVersion,
    languages: drawWeighted(random, culture.languages),
    timeZone: drawWeighted(random, culture.timeZones),
    browser: options.browser ?? drawBrowser(random, platform, phone),
  }
}

function drawBrowser(random: Random, platform: Platform, phone: PhoneModel): BrowserKind {
  if (platform === 'ios') return drawWeighted(random, IOS_BROWSERS)
  return drawWeighted(random, phone.model.startsWith('SM-') ? SAMSUNG_BROWSERS : ANDROID_BROWSERS)
}

export function drawHousemate(
  random: Random,
  culture: Culture,
  { first, twinShare }: { first: Person; twinShare: number },
): Person {
  const isTwin = random.chance(twinShare)
  const isAlike = isTwin || random.chance(SAME_PLATFORM_SHARE)
  const drawn = samplePerson(random, culture, isAlike ? { platform: first.platform } : {})
  return {
    ...drawn,
    ...(isTwin ? { phone: first.phone, osVersion: first.osVersion } : {}),
    languages: random.chance(SAME_LANGUAGES_SHARE) ? first.languages : drawn.languages,
    timeZone: first.timeZone,
  }
}
