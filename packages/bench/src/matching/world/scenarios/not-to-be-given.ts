import { drawHousemate, samplePerson } from '../person.js'
import { install, soonAfter, worldClick } from '../place.js'
import { CORRELATED_SHARE, TWIN_SHARE } from '../tables/habits.js'
import type { Scenario } from './scenario.js'
import { visit } from './visit.js'

const MINUTES_OF_A_DAY = 24 * 60

export const UPDATED_APP: Scenario = {
  id: 'updated_app',
  title: 'SDK shipped in an update: installed days before the click',
  share: 2,
  marketShare: 1,
  make: (place) => {
    const { random, culture } = place
    const person = samplePerson(random, culture)
    const beganAtMinutes = -random.integer(2, 400) * MINUTES_OF_A_DAY
    if (random.chance(0.5)) return visit(place, { person, install: { beganAtMinutes } })
    const housemate = drawHousemate(random, culture, { first: person, twinShare: TWIN_SHARE })
    const address = place.ipv4()
    const atMinutes = random.next() * 0.92 * place.windowMinutes
    return [
      worldClick(place, person, { address, atMinutes: 0 }),
      install(place, housemate, { address, atMinutes, beganAtMinutes }),
    ]
  },
}

export const CONSENT_REFUSED: Scenario = {
  id: 'consent_refused',
  title: 'Consent refused; half of the Android installs have the token',
  share: 1,
  marketShare: 1.5,
  make: (place) => {
    const person = samplePerson(place.random, place.culture)
    const hasToken = person.platform === 'android' && place.random.chance(0.5)
    return visit(place, {
      person,
      install: { consent: false },
      ...(hasToken ? { carry: (own) => ({ kind: 'referrer', worldClickId: own.id }) } : {}),
    })
  },
}

export const EMBEDDED: Scenario = {
  id: 'embedded',
  title: 'Click stuffing: a page loads the link as an image, as a frame or from a script',
  share: 1,
  marketShare: 0.3,
  make: (place) => {
    const { random, culture, windowMinutes } = place
    const person = samplePerson(random, culture)
    const address = random.chance(0.7) ? place.ipv4() : place.ipv6()
    const link = random.integer(0, 4)
    const embeddedAs = random.pick(['image', 'iframe', 'empty'] as const)
    const stuffed = worldClick(place, person, { address, atMinutes: 0, link, embeddedAs })
    const housemate = drawHousemate(random, culture, { first: person, twinShare: TWIN_SHARE })
    const atMinutes = random.chance(CORRELATED_SHARE)
      ? soonAfter(place, 0)
      : random.next() * 0.92 * windowMinutes
    const hasCode = random.chance(0.4)
    const { platform } = person
    const carries = hasCode
      ? ({ kind: 'code', worldClickId: stuffed.id, platform } as const)
      : undefined
    return [
      stuffed,
      worldClick(place, housemate, { address, atMinutes: -1, link, embeddedAs }),
      install(place, person, { address, atMinutes, ...(carries ? { carries } : {}) }),
    ]
  },
}
