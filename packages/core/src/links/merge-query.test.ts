import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { readClickIds } from './click-ids.js'
import { mergeQuery, mergeTarget } from './merge-query.js'
import { splitRawQuery } from './raw-query.js'
import { noUtm, readUtm, resolveUtm, type UtmFields } from './utm.js'

const merge = (destination: string, query: string, utm: Partial<UtmFields> = {}) =>
  mergeQuery(mergeTarget(destination, { ...noUtm(), ...utm }), splitRawQuery(query))

describe('mergeQuery', () => {
  it.each([
    ['https://e.com', '', 'https://e.com'],
    ['https://e.com', 'a=1', 'https://e.com?a=1'],
    ['https://e.com/', 'a=1&b=2', 'https://e.com/?a=1&b=2'],
    ['https://e.com/?x=1', 'a=1', 'https://e.com/?x=1&a=1'],
    ['https://e.com/?a=own', 'a=1&b=2', 'https://e.com/?a=own&b=2'],
    ['https://e.com/?%61=own', 'a=1', 'https://e.com/?%61=own'],
    ['https://e.com/#part', 'a=1', 'https://e.com/?a=1#part'],
    ['https://e.com/?x=1#part?q', 'a=1', 'https://e.com/?x=1&a=1#part?q'],
    ['https://e.com/?flag&x=', '', 'https://e.com/?flag&x='],
    ['https://e.com/', 'flag&x=&=y', 'https://e.com/?flag&x=&=y'],
    ['https://e.com/', 'a=1&a=2', 'https://e.com/?a=1&a=2'],
    ['https://e.com/?a=1&a=2', '', 'https://e.com/?a=1&a=2'],
    ['https://e.com/a%2Fb/../c', 'a=%2f', 'https://e.com/a%2Fb/../c?a=%2f'],
  ])('merges %s and %j to %s', (destination, query, expected) => {
    expect(merge(destination, query)).toBe(expected)
  })

  it('carries click ids byte for byte and once', () => {
    expect(merge('https://e.com/', 'gclid=A+b%2bC%2Fd==&gclid=second&fbclid=%zz')).toBe(
      'https://e.com/?gclid=A+b%2bC%2Fd==&fbclid=%zz',
    )
  })

  it("prefers the link's UTM over the destination's, and that over the incoming one", () => {
    expect(
      merge(
        'https://e.com/?utm_source=own&utm_medium=own&p=1',
        'utm_source=in&utm_medium=in&utm_term=in',
        { utm_source: 'Été & co', utm_content: 'link' },
      ),
    ).toBe(
      'https://e.com/?utm_source=%C3%89t%C3%A9%20%26%20co&utm_medium=own&p=1&utm_content=link&utm_term=in',
    )
  })

  it('writes each UTM key once', () => {
    const merged = merge(
      'https://e.com/?utm_source=a&utm_source=b&utm_term=a&utm_term=b',
      'utm_source=c&utm_campaign=c&utm_campaign=d',
      { utm_source: 'x' },
    )
    expect(merged).toBe('https://e.com/?utm_source=x&utm_term=a&utm_campaign=c')
  })

  it.each([
    ['https://e.com/', 'gclid=&gclid=X', 'https://e.com/?gclid=X'],
    ['https://e.com/', 'gclid&a=1&gclid=X&gclid=Y', 'https://e.com/?a=1&gclid=X'],
    ['https://e.com/', 'utm_source=&utm_source=x&utm_source=', 'https://e.com/?utm_source=x'],
    ['https://e.com/?utm_source=', 'utm_source=x', 'https://e.com/?utm_source=x'],
    ['https://e.com/?utm_source&p=', 'utm_source=&p=1', 'https://e.com/?utm_source&p='],
    ['https://e.com/?gclid=own', 'gclid=X', 'https://e.com/?gclid=own'],
    ['https://e.com/', 'gclid=&gclid=', 'https://e.com/?gclid='],
    ['https://e.com/', 'a=&a=1', 'https://e.com/?a=&a=1'],
  ])('lets no empty UTM or click id hide a value: %s with %s', (destination, query, expected) => {
    expect(merge(destination, query)).toBe(expected)
  })

  it('forwards what is read from the same query for the click', () => {
    const value = fc.constantFrom('', 'x', 'y')
    const pairs = fc.array(fc.tuple(fc.constantFrom('gclid', 'utm_source', 'a'), value))
    fc.assert(
      fc.property(pairs, (given) => {
        const query = given.map((pair) => pair.join('=')).join('&')
        const { searchParams } = new URL(merge('https://e.com/?utm_source=', query))
        expect(searchParams.get('gclid') || null).toBe(readClickIds(query).gclid)
        expect(searchParams.get('utm_source') || null).toBe(readUtm(query).utm_source)
      }),
    )
  })

  it('makes a header-safe text of a destination in any script', () => {
    expect(merge('https://bücher.de/é?q=ü b#ö', 'a=\xc3\xa9')).toBe(
      'https://xn--bcher-kva.de/%C3%A9?q=%C3%BC%20b&a=%C3%A9#%C3%B6',
    )
  })

  it('always returns printable ASCII with the same host', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (query, value) => {
        const merged = merge(
          'https://e.com/x?own=1',
          query,
          resolveUtm({ link: { utm_term: toClean(value) } }),
        )
        expect(merged).toMatch(/^https:\/\/e\.com\/x\?own=1[\x21-\x7e]*$/)
      }),
    )
  })
})

function toClean(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '')
}
