import type { Carried, EpisodeEvent, WorldClick } from '../episode.js'
import { drawHousemate, samplePerson, type Person } from '../person.js'
import { bystanders, install, laterThan, worldClick, type Place } from '../place.js'
import { HOME_SHARE, TWIN_SHARE } from '../tables/habits.js'
import { IPADS, MAC } from '../tables/phones.js'
import { drawUuid, drawWeighted } from '../weighted.js'
import type { Scenario } from './scenario.js'
import { middleOf, visit } from './visit.js'

export const IPAD: Scenario = {
  id: 'ipad',
  title: 'iPad (its Safari has a Macintosh user agent); sometimes with a Mac in the same home',
  share: 2,
  marketShare: 2.5,
  make: (place) => {
    const { random, culture } = place
    const drawn = samplePerson(random, culture, { platform: 'ios', browser: 'safari' })
    const person: Person = { ...drawn, phone: drawWeighted(random, IPADS), browser: 'safari_ipad' }
    const events = visit(place, { person })
    const [own] = events
    if (own === undefined || !random.chance(0.3)) return events
    const housemate = drawHousemate(random, culture, { first: person, twinShare: TWIN_SHARE })
    const onMac: Person = { ...housemate, phone: MAC, browser: 'safari_mac' }
    const options = { address: own.address, atMinutes: -5, isReported: false }
    return [...events, worldClick(place, onMac, options)]
  },
}

export const NO_JAVASCRIPT: Scenario = {
  id: 'no_javascript',
  title: 'JavaScript off: no device report; half of the Android installs have the token',
  share: 1,
  marketShare: 0.4,
  make: (place) => {
    const person = samplePerson(place.random, place.culture)
    const hasToken = person.platform === 'android' && place.random.chance(0.5)
    return visit(place, {
      person,
      worldClick: { isReported: false },
      ...(hasToken ? { carry: (own) => ({ kind: 'referrer', worldClickId: own.id }) } : {}),
    })
  },
}

export const TWO_BROWSERS: Scenario = {
  id: 'two_browsers',
  title: 'One person clicks in two browsers, mostly the same link',
  share: 2,
  marketShare: 1.5,
  make: (place) => {
    const { random, culture } = place
    const person = samplePerson(random, culture)
    const link = random.integer(0, 4)
    const other = { link: random.chance(0.6) ? link : link + 1 }
    return twoClicks(place, { person, links: [link, other.link] })
  },
}

export const IN_APP_OTHER_LINK: Scenario = {
  id: 'in_app_other_link',
  title: 'A click inside an app, then an install with another link’s referrer',
  share: 1,
  marketShare: 0.5,
  make: (place) => {
    const person = samplePerson(place.random, place.culture, { platform: 'android' })
    const kind = place.random.chance(0.7) ? 'referrer' : 'code'
    return twoClicks(place, { person, links: [1, 2], kind })
  },
}

function carriedOf(kind: 'referrer' | 'code', { id: worldClickId, platform }: WorldClick): Carried {
  return kind === 'code' ? { kind, worldClickId, platform } : { kind, worldClickId }
}

interface TwoClicks {
  person: Person
  links: readonly [first: number, last: number]
  /** How the install refers to the last click; not at all by default. */
  kind?: 'referrer' | 'code'
}

/** Clicks inside an app and minutes later in the browser. Each has its own storage, so the visitor ids differ. */
function twoClicks(place: Place, { person, links, kind }: TwoClicks): EpisodeEvent[] {
  const { random } = place
  const isIos = person.platform === 'ios'
  const inApp: Person = {
    ...person,
    visitorId: drawUuid(random),
    browser: isIos ? 'instagram_ios' : 'instagram_android',
  }
  const inBrowser: Person = { ...person, browser: isIos ? 'safari' : 'chrome' }
  const address = place.ipv4()
  const [first, last] = links
  const own = worldClick(place, inBrowser, { address, atMinutes: 0, link: last })
  const atMinutes = laterThan(place, 0)
  const carries = kind === undefined ? {} : { carries: carriedOf(kind, own) }
  const home = random.chance(HOME_SHARE) ? { first: person, clickMinutes: 0 } : undefined
  return [
    worldClick(place, inApp, { address, atMinutes: -(0.5 + random.next() * 9), link: first }),
    own,
    ...bystanders(place, { address, home, aroundMinutes: middleOf(place, atMinutes) }),
    install(place, person, { address, atMinutes, after: own, ...carries }),
  ]
}
