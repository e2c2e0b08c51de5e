import { expect, it } from '@jest/globals'
import type { Candidate, Signal } from '../../api/types.js'
import { valuesOf } from './signal-values.js'

const signal = (change: Partial<Signal>): Signal => ({
  signal: 'screen',
  outcome: 'differs',
  weight: -5,
  max_weight: 2,
  click_value: '390x844',
  install_value: null,
  ...change,
})
const show = (change: Partial<Signal>, others: Partial<Signal>[] = []) => {
  const compared = [{ signals: others.map(signal) }] as Candidate[]
  const context = { explanation: { platform: 'ios' as const }, compared }
  const { click, install } = valuesOf(signal(change), context)
  return [click, install]
}

it('shows what both reported, and of the install no value that is not stored', () => {
  const version = { signal: 'os_version', click_value: '17.4', install_value: '18.1' }
  expect(show(version)).toEqual(['iOS 17.4', 'iOS 18.1'])
  expect(show({})).toEqual(['390 × 844', 'different, not stored'])
  expect(show({ outcome: 'agrees' })).toEqual(['390 × 844', 'the same'])
  expect(show({ click_value: null })).toEqual(['no longer stored', 'different, not stored'])
})

it('knows the value of the install from a click that agrees with it', () => {
  const agreeing = { outcome: 'agrees' as const, click_value: '393x852' }
  expect(show({}, [agreeing])).toEqual(['390 × 844', '393 × 852'])
})

it('names languages and time zones', () => {
  const language = { signal: 'language', click_value: 'de-AT, en, x' }
  expect(show(language)[0]).toBe('Austrian German, English, x')
  expect(show({ signal: 'time_zone', click_value: 'America/New_York' })[0]).toBe('America/New York')
})
