import { expect, it } from '@jest/globals'
import { explainSignals } from './explain-signals.js'

it('reads one outcome a signal', () => {
  expect(explainSignals({ fingerprint: 'equal', screen: 'different' })).toEqual({
    signals: [
      { signal: 'fingerprint', outcome: 'agrees' },
      { signal: 'screen', outcome: 'differs' },
    ],
    totals: {},
  })
})

it('reads a list of signals, passes on what it does not know, and keeps the sums apart', () => {
  const signals = [
    { signal: 'screen', outcome: 'agrees', points: 15, of: 15 },
    { signal: 'language', outcome: 'not_comparable', points: 0, of: 0, hint: 'none told' },
  ]
  expect(explainSignals({ signals, agreeing: 1, comparable: 15, agedBy: 0.9 })).toEqual({
    signals,
    totals: { agreeing: 1, comparable: 15, aged_by: 0.9 },
  })
  expect(explainSignals(signals)).toEqual({ signals, totals: {} })
})

it('reads an entry by name', () => {
  expect(explainSignals({ model: { outcome: 'differs', points: 0, of: 10 } })).toEqual({
    signals: [{ signal: 'model', outcome: 'differs', points: 0, of: 10 }],
    totals: {},
  })
})

it('has none where nothing was compared', () => {
  for (const trace of [null, undefined, 'x', 1])
    expect(explainSignals(trace)).toEqual({ signals: null, totals: {} })
})
