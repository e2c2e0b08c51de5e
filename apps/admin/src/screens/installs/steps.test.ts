import { expect, it } from '@jest/globals'
import type { Explanation } from '../../api/types.js'
import { stepsOf } from './steps.js'

const decided = (change: Partial<Explanation>) =>
  stepsOf({
    step: 'signals',
    matched: false,
    reason: 'no_candidate',
    platform: 'ios',
    notes: [],
    ...change,
  }).map(({ look, result }) => `${look}: ${result}`)

it('has a result for every step before the one that decided', () => {
  expect(decided({})).toEqual([
    'passed: Not refused',
    'none: None sent',
    'none: None sent',
    'none: Not on iOS',
    'unmatched: Decided here: no click found',
  ])
  expect(decided({ platform: 'android', notes: ['invalid_token'] }).slice(1, 4)).toEqual([
    'failed: Not genuine, ignored',
    'none: None sent',
    'none: None named',
  ])
})

it('needs no step after the one that decided', () => {
  const byToken = decided({ step: 'token', matched: true, reason: null, platform: 'android' })
  expect(byToken.slice(1)).toEqual([
    'matched: Decided here: matched',
    ...Array.from({ length: 3 }, () => 'unused: Not needed'),
  ])
  const refused = decided({ step: 'consent', reason: 'consent_refused', platform: null })
  expect(refused[0]).toBe('unmatched: Decided here: consent refused')
})
