import { expect, it } from '@jest/globals'
import { noClickIds } from '../links/click-ids.js'
import type { ClickCandidate, ReferrerEvidence } from './match-types.js'
import { findOtherSource } from './referrer.js'
import { EMPTY_REFERRER, makeClick } from './test-fixtures.js'

const ids = (given: Partial<ReturnType<typeof noClickIds>>) => ({
  clickIds: { ...noClickIds(), ...given },
})

it.each<[string | null, string, Partial<ReferrerEvidence> | null, Partial<ClickCandidate>[]]>([
  [null, 'no referrer', null, [{}]],
  [null, 'a referrer that names nothing', {}, []],
  ['af_tranid', 'another network’s parameter', { foreignParameters: ['af_tranid'] }, [{}]],
  ['dyna_code', 'an unknown code', { hasUnknownCode: true }, [{}]],
  ['gclid', 'a click id that no click carries', ids({ gclid: 'G' }), [{}]],
  ['gclid', 'a click id of another value', ids({ gclid: 'G' }), [{ params: { gclid: 'H' } }]],
  [null, 'a click id that one carries', ids({ gclid: 'G' }), [{}, { params: { gclid: 'G' } }]],
  ['utm_source', 'a source that no click carries', { utmSource: 'x' }, [{}]],
  [null, 'a source of the click’s query', { utmSource: 'x' }, [{ params: { utm_source: 'x' } }]],
  [null, 'a source of the link', { utmSource: 'x' }, [{ linkUtmSource: 'x' }]],
  [
    'utm_source',
    'a source that the link overrides',
    { utmSource: 'x' },
    [{ linkUtmSource: 'y', params: { utm_source: 'x' } }],
  ],
  [
    'gclid',
    'an id of one click and the source of another',
    { ...ids({ gclid: 'G' }), utmSource: 'x' },
    [{ params: { gclid: 'G' } }, { linkUtmSource: 'x' }],
  ],
  [
    'utm_source',
    'an id of the click beside another source',
    { ...ids({ gclid: 'G' }), utmSource: 'x' },
    [{ params: { gclid: 'G' } }],
  ],
  ['fbclid', 'a click id without any open click', ids({ fbclid: 'F' }), []],
])('vetoes by %s: %s', (vetoedBy, _what, evidence, clicks) => {
  const open = clicks.map((overrides, n) => makeClick({ name: `c${n}`, ...overrides }))
  const referrer = evidence === null ? null : { ...EMPTY_REFERRER, ...evidence }
  const found = findOtherSource(referrer, open)
  expect(found.vetoedBy).toBe(vetoedBy)
  expect(open.some(found.carries)).toBe(vetoedBy === null && open.length > 0)
})
