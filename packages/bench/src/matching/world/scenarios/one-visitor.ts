import type { EpisodeEvent } from '../episode.js'
import { samplePerson, type PersonOptions } from '../person.js'
import { install, laterThan, worldClick, type Place } from '../place.js'
import { IN_APP_BROWSERS } from '../tables/browsers.js'
import { drawWeighted } from '../weighted.js'
import type { Scenario } from './scenario.js'
import { visit, type VisitOptions } from './visit.js'

export const REFERRER_LOST: Scenario = {
  id: 'referrer_lost',
  title: 'Android, referrer stripped or organic',
  share: 6,
  marketShare: 4,
  make: (place) => oneVisitor(place, { person: { platform: 'android' } }),
}

export const FROZEN_SAFARI: Scenario = {
  id: 'frozen_safari',
  title: 'iOS 26 and later, Safari with a frozen version',
  share: 6,
  marketShare: 10,
  make: (place) =>
    oneVisitor(place, { person: { platform: 'ios', browser: 'safari', sinceMajor: 26 } }),
}

export const IOS_IN_APP: Scenario = {
  id: 'ios_in_app',
  title: 'iOS, browser inside an app (Instagram, Facebook, TikTok)',
  share: 5,
  marketShare: 5.5,
  make: (place) => {
    const browser = drawWeighted(place.random, IN_APP_BROWSERS)
    return oneVisitor(place, { person: { platform: 'ios', browser } })
  },
}

type Screen = { screen_width: number; screen_height: number }

export const SCREEN_NEARLY_EQUAL: Scenario = {
  id: 'screen_nearly_equal',
  title: 'Display zoom, landscape orientation, or other rounding of points',
  share: 2,
  marketShare: 1,
  make: (place) => {
    const change = place.random.pick([sideways, zoomed, oneLess])
    return oneVisitor(place, {
      worldClick: {
        browser: (side) => ({ ...side, report: { ...side.report, ...change(side.report) } }),
      },
      install: { device: (device) => ({ ...device, ...floored(device) }) },
    })
  },
}

function sideways({ screen_width: width, screen_height: height }: Screen): Screen {
  return { screen_width: height, screen_height: width }
}

/** The screen of an iPhone with Display Zoom. */
function zoomed({ screen_width: width, screen_height: height }: Screen): Screen {
  const factor = 0.82
  return { screen_width: Math.round(width * factor), screen_height: Math.round(height * factor) }
}

function oneLess({ screen_width: width, screen_height: height }: Screen): Screen {
  return { screen_width: width - 1, screen_height: height }
}

/** Android's configuration reports whole dp. */
function floored({ screen_width: width, screen_height: height }: Screen): Screen {
  return { screen_width: Math.floor(width), screen_height: Math.floor(height) }
}

export const WORDS_DIFFER: Scenario = {
  id: 'words_differ',
  title: 'Languages in another order or without region, or another name of the time zone',
  share: 2,
  marketShare: 1,
  make: (place) => {
    const { random } = place
    const [forBrowser, forApp] = random.pick(ZONES)
    const languages = random.pick(LANGUAGES)
    return oneVisitor(place, {
      worldClick: {
        browser: (side) => ({
          ...side,
          report: { ...side.report, time_zone: forBrowser, languages: languages.browser },
        }),
      },
      install: {
        device: (device) => ({ ...device, time_zone: forApp, languages: languages.app }),
      },
    })
  },
}

const ZONES = [
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Europe/Kyiv', 'Europe/Kiev'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
] as const

const LANGUAGES = [
  { browser: ['en'], app: ['en-GB'] },
  { browser: ['en-GB', 'en'], app: ['en'] },
  { browser: ['hi-IN', 'en-IN'], app: ['en-IN', 'hi-IN'] },
  { browser: ['es'], app: ['es-AR', 'en-US'] },
]

export const TWO_PROJECTS: Scenario = {
  id: 'two_projects',
  title: 'Two projects, the same person',
  share: 1,
  marketShare: 0.5,
  make: (place) => {
    const person = samplePerson(place.random, place.culture)
    const address = place.ipv4()
    const atMinutes = laterThan(place, 0)
    const own = worldClick(place, person, { address, atMinutes: 0 })
    return [
      own,
      // They clicked no link of this project.
      install(place, person, { address, atMinutes: atMinutes * 0.9, project: 'game' }),
      install(place, person, { address, atMinutes, after: own }),
    ]
  },
}

export const TWO_LINKS: Scenario = {
  id: 'two_links',
  title: 'Two links of one project before the install: the last one wins',
  share: 1,
  marketShare: 1,
  make: (place) => {
    const person = samplePerson(place.random, place.culture)
    const address = place.ipv4()
    const last = worldClick(place, person, { address, atMinutes: 10, link: 7 })
    return [
      worldClick(place, person, { address, atMinutes: 0, link: 1 }),
      last,
      install(place, person, { address, atMinutes: laterThan(place, 10), after: last }),
    ]
  },
}

export const OUTSIDE_WINDOW: Scenario = {
  id: 'outside_window',
  title: 'Install before the click, or after the window',
  share: 1,
  marketShare: 1.5,
  make: (place) => {
    const person = samplePerson(place.random, place.culture)
    const address = place.ipv4()
    const isEarly = place.random.chance(0.4)
    const atMinutes = isEarly ? -5 : place.windowMinutes + place.random.integer(5, 240)
    const own = worldClick(place, person, { address, atMinutes: 0 })
    return [own, install(place, person, { address, atMinutes, after: own })]
  },
}

interface VisitorOptions {
  person?: PersonOptions
  worldClick?: VisitOptions['worldClick']
  install?: VisitOptions['install']
}

function oneVisitor(place: Place, options: VisitorOptions): EpisodeEvent[] {
  const person = samplePerson(place.random, place.culture, options.person)
  return visit(place, { person, worldClick: options.worldClick, install: options.install })
}
