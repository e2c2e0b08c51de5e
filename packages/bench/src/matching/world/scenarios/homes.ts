import type { EpisodeEvent, WorldClick } from '../episode.js'
import { drawHousemate, samplePerson, type Person } from '../person.js'
import { install, laterThan, soonAfter, worldClick, type Place } from '../place.js'
import { CORRELATED_SHARE, HOUSEHOLD_TWIN_SHARE, TWIN_SHARE } from '../tables/habits.js'
import type { Scenario } from './scenario.js'

export const HOUSEHOLD: Scenario = {
  id: 'household',
  title: 'Household behind one address: two to five phones, some of the same model',
  share: 8,
  marketShare: 6.2,
  make: (place) => {
    const { random, culture, windowMinutes } = place
    const first = samplePerson(random, culture)
    const others = Array.from({ length: random.integer(1, 4) }, () =>
      drawHousemate(random, culture, { first, twinShare: HOUSEHOLD_TWIN_SHARE }),
    )
    const address = place.ipv4()
    const people = [first, ...others].map((person) => {
      const atMinutes = random.next() * 0.75 * windowMinutes
      return { person, atMinutes, isClicking: random.chance(0.6) }
    })
    const clicks = people
      .filter(({ isClicking }) => isClicking)
      .map(({ person, atMinutes }) => worldClick(place, person, { address, atMinutes }))
    return people.reduce<EpisodeEvent[]>((events, { person, atMinutes, isClicking }) => {
      if (!random.chance(isClicking ? 0.5 : 0.6)) return events
      const own = clicks.find(({ personId }) => personId === person.id)
      const at = own === undefined ? organicMoment(place, clicks) : laterThan(place, atMinutes)
      const options = { address, atMinutes: at, ...(own === undefined ? {} : { after: own }) }
      return [...events, install(place, person, options)]
    }, clicks)
  },
}

/** The time of an organic install at a home: any time in the window, or soon after a housemate's click. */
function organicMoment(place: Place, clicks: readonly WorldClick[]): number {
  const { random, windowMinutes } = place
  if (clicks.length > 0 && random.chance(CORRELATED_SHARE))
    return soonAfter(place, random.pick(clicks).atMinutes)
  return random.next() * 0.92 * windowMinutes
}

export const CORRELATED_ORGANIC: Scenario = {
  id: 'correlated_organic',
  title: 'Organic installs up to six minutes after a housemate’s click',
  share: 6,
  marketShare: 2,
  make: (place) => {
    const { random, culture, windowMinutes } = place
    const address = random.chance(0.7) ? place.ipv4() : place.ipv6()
    const first = samplePerson(random, culture)
    const sampleHousemate = () => drawHousemate(random, culture, { first, twinShare: TWIN_SHARE })
    const others = Array.from({ length: random.integer(0, 2) }, sampleHousemate)
    return [
      worldClick(place, first, { address, atMinutes: 0 }),
      ...others.map((one) =>
        worldClick(place, one, { address, atMinutes: -random.next() * 0.5 * windowMinutes }),
      ),
      install(place, sampleHousemate(), { address, atMinutes: soonAfter(place, 0) }),
    ]
  },
}

export const ORGANIC: Scenario = {
  id: 'organic',
  title: 'Organic installs at addresses where others clicked',
  share: 0,
  marketShare: 8,
  make: (place) => {
    const { random, culture, windowMinutes } = place
    const address = random.chance(0.8) ? place.ipv4() : place.ipv6()
    const resident = samplePerson(random, culture)
    const isHome = random.chance(0.5)
    const sampleOther = () =>
      isHome
        ? drawHousemate(random, culture, { first: resident, twinShare: TWIN_SHARE })
        : samplePerson(random, culture)
    const some = (least: number, most: number): Person[] =>
      Array.from({ length: random.integer(least, most) }, sampleOther)
    const clicks = [resident, ...some(0, 3)].map((one) =>
      worldClick(place, one, { address, atMinutes: random.next() * 0.5 * windowMinutes }),
    )
    const moment = () =>
      isHome ? organicMoment(place, clicks) : random.next() * 0.92 * windowMinutes
    return [
      ...clicks,
      ...some(1, 3).map((one) => install(place, one, { address, atMinutes: moment() })),
    ]
  },
}
