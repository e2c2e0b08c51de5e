import { expect, it } from '@jest/globals'
import { tellDevice } from './tell-device.js'

const tags = (count: number) => Array.from({ length: count }, (_, index) => `de-x-${index}`)

it('keeps the values that the API accepts', () => {
  const facts = {
    osVersion: '17.4',
    model: 'iPhone 15',
    screenWidth: 390,
    screenHeight: 844.5,
    pixelRatio: 3,
    languages: ['de-DE', 'en'],
    timeZone: 'Europe/Berlin',
  }
  expect(tellDevice('ios', facts)).toEqual({ platform: 'ios', ...facts })
})

it.each([
  ['missing', { osVersion: null, model: undefined, screenWidth: null, languages: null }],
  ['empty', { osVersion: '', model: '', timeZone: '', languages: [], screenWidth: 0 }],
  ['not a number', { screenWidth: NaN, screenHeight: Infinity, pixelRatio: -1 }],
  [
    'too long',
    {
      osVersion: '1'.repeat(65),
      model: 'x'.repeat(129),
      timeZone: 'x'.repeat(65),
      languages: ['x'.repeat(36)],
    },
  ],
])('leaves out what is %s, since one odd field costs the whole report', (_name, facts) => {
  expect(tellDevice('android', facts)).toEqual({ platform: 'android' })
})

it('keeps the first twenty languages and omits empty ones', () => {
  const { languages } = tellDevice('ios', { languages: ['', ...tags(30)] })
  expect(languages).toEqual(tags(20))
})
