import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { CLICK_ID_NAMES, noClickIds, readClickIds, type ClickIds } from './click-ids.js'

const expectIds = (rawQuery: string, ids: Partial<ClickIds>) => {
  expect(readClickIds(rawQuery)).toEqual({ ...noClickIds(), ...ids })
}

describe('readClickIds', () => {
  it('reads all nine names', () => {
    const query = CLICK_ID_NAMES.map((name, i) => `${name}=Value-${i}`).join('&')
    expect(Object.values(readClickIds(query))).toEqual(CLICK_ID_NAMES.map((_, i) => `Value-${i}`))
  })

  it.each<[string, Partial<ClickIds>]>([
    ['', {}],
    ['gclid=CjwKCAjw_-aB.c~d', { gclid: 'CjwKCAjw_-aB.c~d' }],
    ['gclid=a+b%2Bc%20d', { gclid: 'a+b+c d' }],
    ['gclid=a%3D%3D&x=1', { gclid: 'a==' }],
    ['gclid=a==', { gclid: 'a==' }],
    ['gclid=first&gclid=second', { gclid: 'first' }],
    ['gclid=&gclid=second', { gclid: 'second' }],
    ['gclid=', {}],
    ['gclid', {}],
    ['GCLID=x', {}],
    ['fbclid=100%&x=%zz', { fbclid: '100%' }],
    ['ttclid=a%00b', {}],
    ['ttclid=%ED%A0%80', { ttclid: '%ED%A0%80' }],
    ['twclid=%C3%A9', { twclid: 'é' }],
    ['twclid=\xc3\xa9', { twclid: 'é' }],
    [`dclid=${'x'.repeat(2048)}`, { dclid: 'x'.repeat(2048) }],
    [`dclid=${'x'.repeat(2049)}`, {}],
    ['%67clid=x', { gclid: 'x' }],
  ])('reads %j', (rawQuery, ids) => {
    expectIds(rawQuery, ids)
  })

  it('returns any storable value after encoding', () => {
    const value = fc.string({ unit: 'grapheme', minLength: 1 }).filter((v) => !v.includes('\0'))
    fc.assert(
      fc.property(value, (text) => {
        expectIds(`a=1&li_fat_id=${encodeURIComponent(text)}&b=2`, { li_fat_id: text })
      }),
    )
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (q) => void readClickIds(`gclid=${q}`)))
  })
})
