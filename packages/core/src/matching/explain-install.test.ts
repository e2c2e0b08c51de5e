import { expect, it } from '@jest/globals'
import { explainInstall, explainRefusal, type DecidedInstall } from './explain-install.js'
import { SIGNAL_NAMES, type MatchSignals } from './match-types.js'

const CLICK = '0190a0a0-0000-7000-8000-000000000001'
const REPORT: MatchSignals = {
  osVersion: '17.4',
  model: 'Pixel 8',
  screenWidth: 390,
  screenHeight: 844,
  pixelRatio: 3,
  languages: ['de-DE', 'en', 'fr', 'it'],
  timeZone: 'Europe/Berlin',
}
const install = {
  installId: '11111111-1111-4111-8111-111111111111',
  platform: 'ios',
  matched: true,
  matchType: 'fingerprint',
  confidence: 0.85,
  reason: null,
  clickId: CLICK,
  linkId: 7,
  attributionId: '0190a0a0-0000-7000-8000-000000000002',
  installedAt: new Date('2026-03-01T09:10:00.000Z'),
  decidedAt: new Date('2026-03-01T09:11:14.200Z'),
  isTest: false,
  clickIds: { referrer: { gclid: 'R' }, click: { gclid: 'C' } },
  explanation: {
    step: 'signals',
    windowMinutes: 120,
    minConfidence: 0.8,
    maxVisitorsPerIp: 8,
    modelVersion: 'test',
    noneScore: 0.1,
    isAddressShared: false,
    notes: ['visitors: 1'],
    candidates: [
      {
        clickId: CLICK,
        linkId: 7,
        campaignId: 3,
        visitorId: null,
        createdAt: '2026-03-01T09:10:00.000Z',
        verdict: 'claimed',
        score: 0.85,
        weight: 2.7,
        signals: [{ signal: 'screen', outcome: 'agrees', weight: 2.7, maxWeight: 2.7 }],
        flags: ['install_began_within_2s'],
      },
    ],
  },
  osVersion: '18.1',
  clickSignals: new Map([[CLICK, REPORT]]),
  codes: new Map([[7, 'SPRING7']]),
  campaignNames: new Map([[3, 'Spring']]),
} satisfies DecidedInstall

it('lists each candidate with its names, its age at the decision and its signals', () => {
  expect(explainInstall(install)).toEqual({
    install_id: install.installId,
    platform: 'ios',
    is_test: false,
    installed_at: '2026-03-01T09:10:00.000000Z',
    decided_at: '2026-03-01T09:11:14.200000Z',
    matched: true,
    match_type: 'fingerprint',
    confidence: 0.85,
    reason: null,
    summary: expect.stringMatching(/^Matched: /),
    attribution_id: install.attributionId,
    click_id: CLICK,
    link_id: 7,
    code: 'SPRING7',
    referrer_click_ids: { gclid: 'R' },
    claimed_click_ids: { gclid: 'C' },
    step: 'signals',
    window_minutes: 120,
    min_confidence: 0.8,
    model_version: 'test',
    max_visitors_per_ip: 8,
    none_score: 0.1,
    is_address_shared: false,
    notes: ['visitors: 1'],
    candidates: [
      {
        click_id: CLICK,
        link_id: 7,
        code: 'SPRING7',
        campaign_id: 3,
        campaign_name: 'Spring',
        clicked_at: '2026-03-01T09:10:00.000000Z',
        age_seconds: 74.2,
        verdict: 'claimed',
        score: 0.85,
        weight: 2.7,
        signals: [
          {
            signal: 'screen',
            outcome: 'agrees',
            weight: 2.7,
            max_weight: 2.7,
            click_value: '390x844',
            install_value: null,
          },
        ],
        flags: ['install_began_within_2s'],
      },
    ],
  })
})

it('shows what the browser reported, and of the app only its OS version', () => {
  const signals = SIGNAL_NAMES.map((signal) => ({
    signal,
    outcome: 'differs' as const,
    weight: -1,
    maxWeight: 1,
  }))
  const valuesOf = (change: Partial<DecidedInstall>) => {
    const candidates = install.explanation.candidates.map((one) => ({ ...one, signals }))
    const explanation = { ...install.explanation, candidates } as DecidedInstall['explanation']
    const [first] = explainInstall({ ...install, explanation, ...change }).candidates ?? []
    return first?.signals?.map((one) => [one.signal, one.click_value, one.install_value])
  }
  expect(valuesOf({})).toEqual([
    ['model', 'Pixel 8', null],
    ['screen', '390x844', null],
    ['os_version', '17.4', '18.1'],
    ['time_zone', 'Europe/Berlin', null],
    ['language', 'de-DE, en, fr', null],
    ['region', null, null],
    ['address', null, null],
    ['install_time', null, null],
  ])
  const deleted = valuesOf({ clickSignals: new Map() }) ?? []
  expect(deleted.map(([, clickValue]) => clickValue)).toEqual(Array(8).fill(null))
})

it('returns only the decision once the explanation is deleted, and says so', () => {
  expect(explainInstall({ ...install, explanation: null })).toMatchObject({
    matched: true,
    confidence: 0.85,
    code: 'SPRING7',
    step: null,
    window_minutes: null,
    max_visitors_per_ip: null,
    candidates: null,
    notes: ['The compared clicks are kept for 7 days after the decision.'],
  })
})

it('returns only the reason and the day for an install without consent', () => {
  const day = new Date('2026-03-01T00:00:00Z')
  expect(explainRefusal(install.installId, { reason: 'consent_refused', day })).toMatchObject({
    install_id: install.installId,
    platform: null,
    decided_at: '2026-03-01T00:00:00.000000Z',
    matched: false,
    reason: 'consent_refused',
    summary: expect.stringContaining('refused consent'),
    step: 'consent',
    notes: ['Without consent, only the reason and the day are stored.'],
    candidates: null,
  })
})
