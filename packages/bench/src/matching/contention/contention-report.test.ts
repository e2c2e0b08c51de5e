import { expect, it } from '@jest/globals'
import { hasOneWinner, toContentionMarkdown } from './contention-report.js'

const race = {
  installs: 200,
  winners: 1,
  reasons: { already_consumed: 198, no_candidate: 1 },
  stored: { claims: 1, attributions: 1, events: 1 },
}

it('a race has one winner where the responses and all tables agree', () => {
  expect(hasOneWinner(race)).toBe(true)
  expect(hasOneWinner({ ...race, winners: 2 })).toBe(false)
  expect(hasOneWinner({ ...race, winners: 0 })).toBe(false)
  expect(hasOneWinner({ ...race, reasons: { already_consumed: 198 } })).toBe(false)
  for (const table of ['claims', 'attributions', 'events'])
    for (const wrong of [0, 2])
      expect(hasOneWinner({ ...race, stored: { ...race.stored, [table]: wrong } })).toBe(false)
})

it('shows races and rates', () => {
  const machine = {
    processor: 'x',
    cores: 2,
    memoryGib: 4,
    node: 'v20.20.2',
    commit: 'abc1234',
    isModified: true,
    versions: { postgresql: '18.4' },
    startedAt: '2026-03-01T09:30:00.000Z',
    loadAverage: [0, 0, 0],
  }
  const rate = { installs: 3_000, matches: 2_990, perSecond: 310.4, p50Ms: 200.04, p99Ms: 400 }
  const lines = toContentionMarkdown({
    machine,
    seed: 1,
    races: [
      { by: 'referrer', ...race },
      { by: 'signals', ...race, winners: 2 },
    ],
    rates: [{ by: 'signals', ...rate }],
  }).split('\n')
  expect(lines[0]).toContain('code of abc1234 with changes')
  expect(lines).toContain(
    '| 200 installs by its token | 1 | 1, 1, 1 | already_consumed 198, no_candidate 1 | one winner |',
  )
  expect(lines.find((line) => line.includes('200 installs by equal signals'))).toContain(
    '| WRONG |',
  )
  expect(lines).toContain('| by equal signals | 310 | 2,990 of 3,000 | 200.0 ms | 400.0 ms |')
})
