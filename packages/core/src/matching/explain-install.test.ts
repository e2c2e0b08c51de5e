import { expect, it } from '@jest/globals'
import { explainInstall, type DecidedInstall } from './explain-install.js'

const CLICK = '0190a0a0-0000-7000-8000-000000000001'
const install: DecidedInstall = {
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
  trace: {
    step: 'score',
    windowMinutes: 120,
    threshold: 0.7,
    margin: 0.1,
    mostVisitors: 8,
    isAddressShared: false,
    candidates: [
      {
        clickId: CLICK,
        linkId: 7,
        campaignId: 3,
        visitorId: null,
        createdAt: '2026-03-01T09:10:00.000Z',
        verdict: 'claimed',
        score: 0.85,
        signals: [{ signal: 'screen', outcome: 'agrees', points: 15, of: 15 }],
        comparable: 15,
        agreeing: 1,
        required: 1,
        decay: 0.99,
        flags: ['install_began_within_2s'],
      },
    ],
  },
  codes: new Map([[7, 'SPRING7']]),
  campaignNames: new Map([[3, 'Spring']]),
}

it('tells each candidate with its names, its age at the decision and its signals', () => {
  expect(explainInstall(install)).toEqual({
    install_id: install.installId,
    platform: 'ios',
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
    step: 'score',
    window_minutes: 120,
    threshold: 0.7,
    margin: 0.1,
    most_visitors: 8,
    is_address_shared: false,
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
        signals: [{ signal: 'screen', outcome: 'agrees', points: 15, of: 15 }],
        comparable: 15,
        agreeing: 1,
        required: 1,
        decay: 0.99,
        flags: ['install_began_within_2s'],
      },
    ],
    note: null,
  })
})

it('tells the decision alone once the trace is gone, and says so', () => {
  expect(explainInstall({ ...install, trace: null })).toMatchObject({
    matched: true,
    confidence: 0.85,
    code: 'SPRING7',
    step: null,
    window_minutes: null,
    most_visitors: null,
    candidates: null,
    note: 'The clicks that were considered are kept for 7 days after the decision.',
  })
})
