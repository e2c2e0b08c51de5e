import { expect, it } from '@jest/globals'
import type { Explanation } from '../../api/types.js'
import { supportText } from './support-text.js'

const EXPLANATION = {
  install_id: 'install-secret',
  click_id: 'click-secret',
  code: 'code-secret',
  summary: 'Matched by signals.',
  platform: 'ios',
  step: 'signals',
  match_type: 'fingerprint',
  reason: null,
  notes: ['visitors: 2', 'other_source: gclid-secret'],
  claimed_click_ids: { gclid: 'gclid-secret' },
  candidates: [
    {
      click_id: 'click-secret',
      code: 'code-secret',
      campaign_name: 'campaign-secret',
      age_seconds: 61.2,
      verdict: 'claimed',
      score: 0.97,
      weight: 5,
      signals: [{ signal: 'screen', outcome: 'agrees', weight: 2.7, max_weight: 2.7 }],
    },
  ],
  near: {
    data: [
      {
        click_id: 'click-secret',
        code: 'code-secret',
        age_seconds: 12,
        why_not: ['no_landing_page', 'other_address'],
      },
    ],
  },
} as unknown as Explanation

it('contains each signal and each near miss, and no identifiers', () => {
  const text = supportText(EXPLANATION)
  expect(text).not.toContain('secret')
  expect(text).toContain('click 1: 61 s before, matched, score 0.97')
  expect(text).toContain('Screen: agrees, 2.7')
  expect(text).toContain('near miss 1: 12 s before, landing page not loaded, another network')
})
