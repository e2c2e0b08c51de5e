import type { Carried, EpisodeEvent, WorldClick } from '../episode.js'
import { drawHousemate, samplePerson, type Platform } from '../person.js'
import { install, soonAfter, worldClick, type Place } from '../place.js'
import { CORRELATED_SHARE, TWIN_SHARE } from '../tables/habits.js'
import { OTHER_SOURCES } from '../tables/ads.js'
import { drawUuid, drawWeighted } from '../weighted.js'
import type { Scenario } from './scenario.js'
import { visit } from './visit.js'

export const OTHER_SOURCE: Scenario = {
  id: 'other_source',
  title:
    'Android, referrer of another network, of an unknown source, or with a click id that no click has',
  share: 3,
  marketShare: 4,
  make: (place) => {
    const { random } = place
    const text = drawWeighted(random, OTHER_SOURCES).replaceAll('{id}', drawUuid(random))
    return besideHousemate(place, {
      clicker: samplePerson(random, place.culture),
      platform: 'android',
      carry: () => ({ kind: 'other_source', referrer: text }),
    })
  },
}

export const CODE_SAME_PLATFORM: Scenario = {
  id: 'code_same_platform',
  title: 'The link’s code without a token, same platform: mostly the person’s own click',
  share: 2,
  marketShare: 0.5,
  make: (place) => {
    const person = samplePerson(place.random, place.culture)
    const { platform } = person
    const carry = (own: WorldClick): Carried => ({ kind: 'code', worldClickId: own.id, platform })
    if (place.random.chance(0.8)) return visit(place, { person, carry })
    return besideHousemate(place, { clicker: person, platform, carry })
  },
}

export const CODE_OTHER_PLATFORM: Scenario = {
  id: 'code_other_platform',
  title: 'The link’s code without a token, clicked on a housemate’s phone of the other platform',
  share: 1,
  marketShare: 0.2,
  make: (place) => {
    const clicker = samplePerson(place.random, place.culture)
    const platform = clicker.platform === 'ios' ? 'android' : 'ios'
    const carry = (click: WorldClick): Carried => ({
      kind: 'code',
      worldClickId: click.id,
      platform,
    })
    return besideHousemate(place, { clicker, platform, carry })
  },
}

export const FORGED_TOKEN: Scenario = {
  id: 'forged_token',
  title: 'A token that was changed: forged, or damaged in transit',
  share: 1,
  marketShare: 0.1,
  make: (place) => {
    const person = samplePerson(place.random, place.culture, { platform: 'android' })
    const hasCode = place.random.chance(0.5)
    const carry = (own: WorldClick): Carried => ({
      kind: 'forged_token',
      worldClickId: own.id,
      hasCode,
    })
    if (place.random.chance(0.4)) return visit(place, { person, carry })
    return besideHousemate(place, { clicker: person, platform: 'android', carry })
  },
}

interface Housemates {
  clicker: ReturnType<typeof samplePerson>
  platform: Platform
  carry: (click: WorldClick) => Carried
}

/** One person clicks and does not install; a housemate installs without a click. */
function besideHousemate(place: Place, { clicker, platform, carry }: Housemates): EpisodeEvent[] {
  const { random, culture, windowMinutes } = place
  const address = random.chance(0.7) ? place.ipv4() : place.ipv6()
  const isAlike = platform === clicker.platform
  const drawn = drawHousemate(random, culture, { first: clicker, twinShare: TWIN_SHARE })
  const other = drawn.platform === platform ? drawn : samplePerson(random, culture, { platform })
  const housemate = isAlike ? other : { ...other, timeZone: clicker.timeZone }
  const click = worldClick(place, clicker, { address, atMinutes: 0 })
  const atMinutes = random.chance(CORRELATED_SHARE)
    ? soonAfter(place, 0)
    : random.next() * 0.92 * windowMinutes
  return [click, install(place, housemate, { address, atMinutes, carries: carry(click) })]
}
