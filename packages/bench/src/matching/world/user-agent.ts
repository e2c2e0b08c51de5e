import type { Random } from '@throughline/testkit/seeded-random'
import type { Person } from './person.js'
import type { BrowserKind } from './tables/browsers.js'

export interface UserAgent {
  text: string
  os: 'iOS' | 'Android' | 'macOS'
  osVersion: string
}

/** Since iOS 26, Safari and web views report iOS 18_6 or 18_7. Chromium reports Android 10 on every phone. */
export function userAgentOf(random: Random, person: Person): UserAgent {
  if (person.browser === 'safari_ipad' || person.browser === 'safari_mac') return macAgent(person)
  return person.platform === 'ios' ? iosAgent(random, person) : androidAgent(person)
}

/** Safari sends the same on an iPad and on a Mac. */
function macAgent({ osVersion }: Person): UserAgent {
  const head = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15'
  const text = `${head} (KHTML, like Gecko) Version/${majorMinor(osVersion)} Safari/605.1.15`
  return { text, os: 'macOS', osVersion: '10.15.7' }
}

function iosAgent(random: Random, person: Person): UserAgent {
  const { osVersion: version, browser } = person
  const isFrozen = Number.parseInt(version, 10) >= 26 && browser !== 'chrome_ios'
  const frozen = random.pick(['18.6', '18.7'])
  const shown = isFrozen ? frozen : browser === 'chrome_ios' ? majorMinor(version) : version
  const head = `Mozilla/5.0 (iPhone; CPU iPhone OS ${underscored(shown)} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)`
  return { text: `${head} ${iosTail(person)}`, os: 'iOS', osVersion: shown }
}

function iosTail(person: Person): string {
  const { browser, osVersion, phone, languages } = person
  const [language = 'en'] = languages
  const locale = language.replace('-', '_')
  const tails: Partial<Record<BrowserKind, string>> = {
    chrome_ios: 'CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1',
    instagram_ios: `Mobile/15E148 Instagram 405.0.0.31.80 (${phone.model}; iOS ${underscored(osVersion)}; ${locale}; ${language}; scale=${phone.ratio.toFixed(2)}; ${phone.width * phone.ratio}x${phone.height * phone.ratio}; 800000001)`,
    facebook_ios: `Mobile/15E148 [FBAN/FBIOS;FBAV/535.0.0.48.106;FBBV/800000002;FBDV/${phone.model};FBMD/iPhone;FBSN/iOS;FBSV/${osVersion};FBSS/${phone.ratio};FBCR/;FBID/phone;FBLC/${locale};FBOP/80]`,
    tiktok_ios: 'Mobile/15E148 musical_ly_42.1.0 BytedanceWebview/d8a21c6',
  }
  return tails[browser] ?? `Version/${majorMinor(osVersion)} Mobile/15E148 Safari/604.1`
}

const ENGINE = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const FROZEN_ANDROID = `Mozilla/5.0 (Linux; Android 10; K) ${ENGINE}`

function androidAgent({ browser, osVersion, phone }: Person): UserAgent {
  const agents: Partial<Record<BrowserKind, UserAgent>> = {
    firefox: {
      text: `Mozilla/5.0 (Android ${osVersion}; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0`,
      os: 'Android',
      osVersion,
    },
    instagram_android: {
      text: `Mozilla/5.0 (Linux; Android ${osVersion}; ${phone.model} Build/UP1A.231005.007; wv) ${ENGINE} Version/4.0 Chrome/142.0.7444.102 Mobile Safari/537.36 Instagram 405.0.0.45.77 Android`,
      os: 'Android',
      osVersion,
    },
    samsung: {
      text: `${FROZEN_ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      os: 'Android',
      osVersion: '10',
    },
  }
  const chromium: UserAgent = {
    text: `${FROZEN_ANDROID} Chrome/142.0.0.0 Mobile Safari/537.36`,
    os: 'Android',
    osVersion: '10',
  }
  return agents[browser] ?? chromium
}

function majorMinor(version: string): string {
  const [major = '', minor = '0'] = version.split('.')
  return `${major}.${minor}`
}

function underscored(version: string): string {
  return version.replaceAll('.', '_')
}
