import { noClickIds } from '../links/click-ids.js'
import type { MatchModel, SignalRates } from './match-model.js'
import type {
  CandidateVerdict,
  ClickCandidate,
  Decision,
  MatchInput,
  MatchSignals,
  ReferrerEvidence,
} from './match-types.js'

const rates = (same: number, different: Record<string, number>): SignalRates => ({
  same,
  different,
})

const SIGNALS = {
  model: rates(0.99, { other: 0.02 }),
  screen: rates(0.98, { other: 0.1, same_model: 0.95 }),
  os_version: rates(0.98, { other: 0.25, 'same_device:other': 0.4 }),
  time_zone: rates(0.99, { other: 0.9 }),
  language: rates(0.98, { other: 0.6 }),
  region: rates(0.98, { other: 0.9 }),
  address: rates(0.9, { whole: 0.01 }),
  install_time: rates(0.99, { other: 0.9 }),
}

/** A model for tests. Its figures stay the same when the shipped model is fitted again. */
export const TEST_MODEL: MatchModel = {
  version: 'test',
  signals: { ios: SIGNALS, android: SIGNALS },
  ageMinutes: [5, 30, 120, 1_440],
  timeToInstall: [0.5, 0.3, 0.15, 0.05],
  withoutClick: [0.02, 0.1, 0.3, 1],
  sharedRangeFactor: 10,
  calibration: [
    {
      untilMinutes: 1_440,
      points: [
        [0, 0],
        [1, 1],
      ],
    },
  ],
  codeConfidence: 0.9,
}

export const NOW = new Date('2026-03-01T12:00:00Z')

export const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

export const UNREPORTED: MatchSignals = {
  osVersion: null,
  model: null,
  screenWidth: null,
  screenHeight: null,
  pixelRatio: null,
  languages: null,
  timeZone: null,
}

export const IPHONE: MatchSignals = {
  osVersion: '17.4',
  model: null,
  screenWidth: 390,
  screenHeight: 844,
  pixelRatio: 3,
  languages: ['de-DE'],
  timeZone: 'Europe/Berlin',
}

export const PIXEL: MatchSignals = {
  ...IPHONE,
  osVersion: '14',
  model: 'Pixel 8',
  screenWidth: 412,
  screenHeight: 915,
}

export const OTHER_IPHONE: MatchSignals = { ...IPHONE, screenWidth: 430, screenHeight: 932 }

export const EMPTY_REFERRER: ReferrerEvidence = {
  foreignParameters: [],
  hasUnknownCode: false,
  clickIds: noClickIds(),
  utmSource: null,
}

/** An iPhone's install without token, code and referrer. */
export const makeInstall = (overrides: Partial<MatchInput> = {}): MatchInput => ({
  now: NOW,
  platform: 'ios',
  consent: 'given',
  clickToken: { state: 'absent' },
  codeLinkId: null,
  source: null,
  referrer: null,
  windowMinutes: 120,
  minConfidence: 0.9,
  times: { installedAt: null, beganAt: null, referrerClickAt: null },
  isAddressShared: false,
  isAddressV6: false,
  signals: IPHONE,
  ...overrides,
})

type ClickOverrides = Partial<ClickCandidate> & { name?: string; minutes?: number }

/** A click of the same iPhone from the same address, a minute ago. */
export const makeClick = ({
  name = 'own',
  minutes = 1,
  ...overrides
}: ClickOverrides = {}): ClickCandidate => ({
  clickId: clickIdAt(name, minutes),
  linkId: 1,
  campaignId: null,
  source: 'link_host',
  platform: 'ios',
  createdAt: minutesAgo(minutes),
  consumedAt: null,
  visitorId: name,
  sameAddress: true,
  sameFullAddress: true,
  params: {},
  linkUtmSource: null,
  signals: IPHONE,
  ...overrides,
})

/** Returns a click id, a UUIDv7, that was created `minutes` ago. */
export function clickIdAt(name: string, minutes: number): string {
  const time = minutesAgo(minutes).getTime().toString(16).padStart(12, '0')
  const tail = Buffer.from(name.padEnd(6, '\0')).toString('hex').slice(0, 12)
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${tail}`
}

export const verdictsOf = ({ explanation }: Decision): CandidateVerdict[] =>
  explanation.candidates.map(({ verdict }) => verdict)
